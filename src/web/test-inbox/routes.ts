// Endpoints of the test inbox: mails that went no further, as no relay is set up.
import { withinQuotas } from '../../delivery/throttling/quotas/single.ts';
import { placeText } from '../../http/members/keyset.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { emailKey } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { clearInbox, findMail, listInbox, type ParsedMail, parseMail, removeMail } from '../../mail/inbox/queries.ts';
import { releaseMail } from '../../mail/inbox/release.ts';
import { getVisibleRelay } from '../../relays/queries.ts';
import { decryptRelay } from '../../relays/usable.ts';
import type { InboxMail } from '../../storage/tables.ts';
import { isSuppressedFor } from '../../suppression/queries.ts';
import { linksOf } from './links.ts';
import * as wire from './wire.ts';

const group = 'Test inbox';

/** The operator sees everything, also what belongs to no customer: mails about accounts. */
const ownerOf = ({ caller }: Call) => (caller.rights.has('operate') ? undefined : caller.customerId);

async function mailOf(call: Call): Promise<{ mail: InboxMail; parsed: ParsedMail | undefined }> {
  const id = call.params['mail_id'] ?? '';
  const mail = /^\d{1,15}$/.test(id) ? await findMail(call.db, Number(id), ownerOf(call)) : undefined;
  if (!mail) throw new AppError('not_found', say('mail-gone'));
  return { mail, parsed: await parseMail(mail.source).catch(() => undefined) };
}

/**
 * Whose mail it is, and who releases it, may have suppressed the address. @throws AppError
 * `conflict`
 */
async function refuseSuppressed({ db, caller }: Call, { customer_id, rcpt_to }: InboxMail): Promise<void> {
  for (const customerId of new Set([customer_id ?? caller.customerId, caller.customerId])) {
    if (await isSuppressedFor(db, customerId, emailKey(rcpt_to)))
      throw new AppError('conflict', say('mail-suppressed', { address: rcpt_to }));
  }
}

const listing: Route = {
  name: 'listTestMails',
  method: 'GET',
  path: '/test-inbox',
  needs: 'read',
  summary: 'List the emails in the test inbox, latest first',
  about:
    'While no relay is set up, emails are kept here instead of being sent; the last 10,000 are stored. Emails to users about their accounts are visible to operators only.',
  group,
  query: wire.inboxQuery,
  status: 200,
  answer: wire.inboxAnswer,
  handle: async (call) => {
    const { search, request } = wire.readInbox(call.query);
    const beforeId = request.after === undefined ? undefined : Number(request.after[0]);
    const found = await listInbox(call.db, { customerId: ownerOf(call), search, beforeId, limit: request.perPage + 1 });
    const shown = found.slice(0, request.perPage);
    const last = found.length > request.perPage ? shown.at(-1) : undefined;
    return ok({
      data: {
        records: shown.map((mail) => wire.toWireHead(mail, call.clock.now())),
        next: placeText(last && [last.id]),
      },
    });
  },
};

const read: Route = {
  name: 'getTestMail',
  method: 'GET',
  path: '/test-inbox/:mail_id',
  needs: 'edit',
  summary: 'Get an email in the test inbox',
  about: 'Its links confirm and unsubscribe the recipient, so callers who may not change people cannot read them.',
  group,
  refuses: [404],
  status: 200,
  answer: wire.mailAnswer,
  handle: async (call) => {
    const { mail, parsed } = await mailOf(call);
    return ok({ data: { record: wire.toWireMail(mail, parsed, call.clock.now()) } });
  },
};

const page: Route = {
  name: 'getTestMailPage',
  method: 'GET',
  path: '/test-inbox/:mail_id/page.html',
  needs: 'edit',
  summary: 'Get the HTML of an email in the test inbox, for a frame',
  about: 'Its Content-Security-Policy prevents it from running scripts, and other sites from framing it.',
  group,
  fileType: 'text/html',
  refuses: [404],
  status: 200,
  answer: wire.pageAnswer,
  handle: async (call) => {
    const { parsed } = await mailOf(call);
    if (parsed?.html === undefined) throw new AppError('not_found', say('mail-no-html'));
    return { status: 200, page: wire.pageOf(parsed.html, parsed.attachments), headers: wire.PAGE_HEADERS };
  },
};

const clear: Route = {
  name: 'clearTestInbox',
  method: 'DELETE',
  path: '/test-inbox',
  needs: 'own',
  summary: 'Delete all emails in the test inbox',
  group,
  status: 200,
  answer: wire.clearedAnswer,
  handle: async (call) => ok({ data: { record: { removed: await clearInbox(call.db, ownerOf(call)) } } }),
};

const links: Route = {
  name: 'checkTestMailLinks',
  method: 'GET',
  path: '/test-inbox/:mail_id/links',
  needs: 'edit',
  summary: 'List the links of an email in the test inbox: their destinations, and whether they respond',
  about: 'This counts no click. Results are reused for ten minutes.',
  group,
  refuses: [404],
  status: 200,
  answer: wire.linksAnswer,
  handle: async (call) => {
    const { parsed } = await mailOf(call);
    return ok({ data: { records: await linksOf(call, parsed?.html ?? '') } });
  },
};

const release: Route = {
  name: 'releaseTestMail',
  method: 'POST',
  path: '/test-inbox/:mail_id/release',
  needs: 'send',
  summary: 'Pass an email in the test inbox to a delivery server, which sends it to its recipient',
  about:
    'It is sent unchanged, once: after a refusal it can be released again, after acceptance it cannot. Addresses that get no email from you are refused. It counts toward the quotas of the delivery server, and is refused if one is used up.',
  group,
  body: wire.releaseBody,
  refuses: [404, 409],
  status: 200,
  answer: wire.mailAnswer,
  handle: async (call) => {
    const server = wire.readRelease(call.body);
    const { mail, parsed } = await mailOf(call);
    const relay = decryptRelay(await getVisibleRelay(call.db, call.caller.customerId, server), call.secret);
    await refuseSuppressed(call, mail);
    await withinQuotas(call.db, relay, call.clock.now(), () =>
      releaseMail({ ...call, relay, label: relay.label }, mail),
    );
    const released = (await mailOf(call)).mail;
    return ok({ data: { record: wire.toWireMail(released, parsed, call.clock.now()) } });
  },
};

const remove: Route = {
  name: 'deleteTestMail',
  method: 'DELETE',
  path: '/test-inbox/:mail_id',
  needs: 'edit',
  summary: 'Delete an email from the test inbox',
  group,
  refuses: [404],
  status: 200,
  answer: wire.removedAnswer,
  handle: async (call) => {
    const { mail } = await mailOf(call);
    await removeMail(call.db, mail);
    return ok({ data: { record: { mail_id: String(mail.id) } } });
  },
};

export const testInboxRoutes: readonly Route[] = [listing, read, page, links, release, remove, clear];
