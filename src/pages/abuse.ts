// The page where a recipient reports a mail as abuse: records a complaint for the campaign and
// unsubscribes the recipient from the list.
import type { FastifyInstance } from 'fastify';
import { recordComplaint } from '../bounces/record.ts';
import { html } from '../http/html.ts';
import type { Services } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { inTransaction } from '../storage/db.ts';
import { visitorOf } from '../tracking/pages.ts';
import { recordHits } from '../tracking/recorder/recorder.ts';
import { type FramedPage, frameOf, sendFramed, sendFramedError } from './frame.ts';
import { radios, textBox, withAddress } from './parts.ts';
import { findSentMail, type SentMail } from './queries-people.ts';
import { FORM_LIMIT, formOf, type TokenRequest, textOf, tokenOf } from './request.ts';
import { en, type Texts } from './texts/en.ts';

const NOTE_MAX = 200; // with the reason it fits a complaint

/** Mounts the page. */
export function abusePages(app: FastifyInstance, services: Services): void {
  const { db, clock, secret } = services;
  const options = { errorHandler: sendFramedError, bodyLimit: FORM_LIMIT };
  const mailOf = async (request: TokenRequest) => {
    const mail = await findSentMail(db, tokenOf(secret, 'abuse', request));
    if (!mail) throw new AppError('not_found', 'This mail is not kept any more.');
    return mail;
  };

  app.get('/r/:token', options, async (request: TokenRequest, reply) => {
    const mail = await mailOf(request);
    const frame = frameOf(mail.list, request);
    return sendFramed(reply, 200, frame, formPage(frame.texts, mail));
  });

  app.post('/r/:token', options, async (request: TokenRequest, reply) => {
    const mail = await mailOf(request);
    const frame = frameOf(mail.list, request);
    const form = formOf(request);
    const [key, note] = [textOf(form, 'reason', 50), textOf(form, 'note', NOTE_MAX)];
    const reason = reasonOf(key);
    if (reason === undefined)
      return sendFramed(reply, 422, frame, formPage(frame.texts, mail, { note, isAsked: true }));
    const at = clock.now();
    // Unsubscribing and complaining lock lists, suppressions and counters in different orders, so
    // each is a transaction. The first is the more important one, and sending the form again
    // completes the second.
    const visitor = { ...visitorOf(request), reason: UNSUBSCRIBED, note };
    const leaving = { kind: 'unsubscribe', message: mail.message, linkId: 0, visitor } as const;
    await recordHits(db, [leaving], at);
    const report = [`Reported: ${reason}.`, note].join(' ');
    await inTransaction(db, (tx) => recordComplaint(tx, mail.message, report, at));
    return sendFramed(reply, 200, frame, donePage(frame.texts, mail));
  });
}

const UNSUBSCRIBED = 'Reported as abuse'; // English, because programs read it

function reasonOf(key: string): string | undefined {
  const reasons: Readonly<Record<string, string>> = en.abuse.reasons;
  return Object.hasOwn(reasons, key) ? reasons[key] : undefined;
}

const listNameOf = ({ list }: SentMail) => list.display_name || list.name;

function formPage(
  { abuse: texts }: Texts,
  mail: SentMail,
  { note = '', isAsked = false }: { note?: string; isAsked?: boolean } = {},
): FramedPage {
  const { subscriber } = mail;
  return {
    title: texts.title,
    body: html`<h1>${texts.title}</h1><p>${texts.lead(listNameOf(mail))}</p>
${subscriber && html`<p>${withAddress(texts.address, subscriber.email)}</p>`}
<form method="post">
${radios('reason', texts.reason, texts.reasons, { fault: isAsked ? texts.choose : undefined })}
${textBox('note', texts.note, NOTE_MAX, note)}
<p><button type="submit">${texts.button}</button></p></form>`,
  };
}

function donePage({ abuse: texts }: Texts, mail: SentMail): FramedPage {
  const { subscriber } = mail;
  const text = texts.doneText(listNameOf(mail));
  return {
    title: texts.done,
    body: html`<div role="status"><h1>${texts.done}</h1><p>${subscriber ? withAddress(text, subscriber.email) : ''}</p></div>`,
  };
}
