// Endpoints for returned mail, for operators: where it comes from, and what was not understood.
import { z } from 'zod';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { AppError, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findSettingsInForce } from '../../relays/in-force.ts';
import { listProviders } from '../providers/queries.ts';
import { listMailboxes } from '../queries-mailboxes.ts';
import { deleteReturned, findReturned } from '../queries-returned.ts';
import { pageOfReturned, sumReturned } from './queries.ts';
import {
  linesAnswer,
  mailAnswer,
  pathAnswer,
  removedAnswer,
  toWireLine,
  toWireMail,
  toWireReturnPath,
} from './wire.ts';

const group = 'Profile';
const path = '/returned-mails/:mail_id';
const TOLD_DAYS = 30;
const PAGE = 50;

const idOf = ({ params }: Call) => {
  const text = params['mail_id'] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
};
const gone = () => new AppError('not_found', say('mail-returned-missing'));

const returnPath: Route = {
  name: 'getReturnPath',
  method: 'GET',
  path: '/return-path',
  needs: 'operate',
  summary: 'Get where returned mail is read, when, and how much of it was understood',
  group,
  status: 200,
  answer: pathAnswer,
  handle: async ({ db, clock, installation }) => {
    const [mailboxes, providers, counts, inForce] = await Promise.all([
      listMailboxes(db),
      listProviders(db),
      sumReturned(db, clock.now() - TOLD_DAYS * DAY_MS),
      findSettingsInForce(db),
    ]);
    const returnAddress = inForce?.returnAddress ?? installation.surroundings.returnAddress;
    return ok({ data: { record: toWireReturnPath({ returnAddress, mailboxes, providers, counts }) } });
  },
};

const query = optional({
  before: declare.text('Returns those after this one: `next` of an answer.', {
    max: 15,
    json: { pattern: '^\\s*\\d{1,15}\\s*$' },
    check: (sent) => (/^\d{1,15}$/.test(sent) ? undefined : say('mail-before')),
  }),
});

const listing: Route = {
  name: 'listReturnedMails',
  method: 'GET',
  path: '/returned-mails',
  needs: 'operate',
  summary: 'List returned emails that were not understood, newest first',
  group,
  query: z.object(query),
  status: 200,
  answer: linesAnswer,
  handle: async (call) => {
    const { values, faults } = readMembers(query, call.query);
    throwFaults(faults);
    const { before } = values;
    const rows = await pageOfReturned(call.db, before === undefined ? undefined : Number(before), PAGE + 1);
    const shown = rows.slice(0, PAGE);
    const next = rows.length > PAGE ? String(shown.at(-1)?.id) : null;
    return ok({ data: { records: shown.map(toWireLine), next } });
  },
};

const one: Route = {
  name: 'getReturnedMail',
  method: 'GET',
  path,
  needs: 'operate',
  summary: 'Get a returned email, with the beginning of its source as text',
  group,
  status: 200,
  answer: mailAnswer,
  handle: async (call) => {
    const mail = await findReturned(call.db, idOf(call));
    if (!mail) throw gone();
    return ok({ data: { record: toWireMail(mail) } });
  },
};

const remove: Route = {
  name: 'deleteReturnedMail',
  method: 'DELETE',
  path,
  needs: 'operate',
  summary: 'Delete a returned email',
  group,
  status: 200,
  answer: removedAnswer,
  handle: async (call) => {
    if (!(await deleteReturned(call.db, idOf(call)))) throw gone();
    return ok();
  },
};

export const returnedMailRoutes: Route[] = [returnPath, listing, one, remove];
