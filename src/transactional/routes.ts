// Endpoints for transactional emails, which are sent ahead of campaigns.
import { getCustomer } from '../accounts/queries.ts';
import { LARGE_BODY } from '../http/limits/body.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { inTransaction } from '../storage/db.ts';
import { findTemplate } from '../templates/queries.ts';
import { getEmail, pageOfEmails } from './listing.ts';
import { queueEmail } from './queue.ts';
import { deleteEmail } from './remove.ts';
import {
  createdAnswer,
  doneAnswer,
  entriesAnswer,
  listingQuery,
  readFilter,
  recordAnswer,
  toWireEntry,
  toWireRecord,
} from './wire.ts';
import { newEmailBody, readEmail } from './wire-new.ts';

const group = 'Transactional emails';

const uidOf = ({ params }: Call) => params['email_uid'] ?? '';

const listing: Route = {
  name: 'listTransactionalEmails',
  method: 'GET',
  path: '/transactional-emails',
  needs: 'read',
  summary: 'List transactional emails, newest first',
  group,
  query: listingQuery,
  status: 200,
  answer: entriesAnswer,
  handle: async ({ db, caller, query, baseUrl }) => {
    const request = readPageRequest(query);
    const { count, entries } = await pageOfEmails(db, caller.customerId, { ...readFilter(query), request });
    return ok({
      data: pageAnswer(
        request,
        count,
        entries.map((entry) => toWireEntry(entry, baseUrl)),
      ),
    });
  },
};

const one: Route = {
  name: 'getTransactionalEmail',
  method: 'GET',
  path: '/transactional-emails/:email_uid',
  needs: 'read',
  summary: 'Get a transactional email with its content',
  group,
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const email = await getEmail(call.db, call.caller.customerId, uidOf(call));
    return ok({ data: { record: toWireRecord(email, call) } });
  },
};

const create: Route = {
  name: 'createTransactionalEmail',
  method: 'POST',
  path: '/transactional-emails',
  needs: 'send',
  isOneChange: true,
  summary: 'Send an email to one person, at its send_at',
  about: 'The content is `body`, or a template with `data` for its merge tags.',
  group,
  body: newEmailBody,
  wrappers: ['email'],
  bodyLimit: LARGE_BODY,
  status: 201,
  answer: createdAnswer,
  mailsSoon: true,
  handle: async ({ db, caller, body, clock, baseUrl }) => {
    const customer = await getCustomer(db, caller.customerId);
    const at = clock.now();
    const byUid = (uid: string) => findTemplate(db, caller.customerId, uid);
    const { mail, warnings } = await readEmail(body, { customer, baseUrl, at, findTemplate: byUid });
    const { uid } = await inTransaction(db, (tx) => queueEmail(tx, mail, at));
    return created({ email_uid: uid, ...(warnings.length > 0 && { warnings }) });
  },
};

const remove: Route = {
  name: 'deleteTransactionalEmail',
  method: 'DELETE',
  path: '/transactional-emails/:email_uid',
  needs: 'send',
  summary: 'Delete a transactional email; one that has not left is not sent',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await deleteEmail(call.db, call.caller.customerId, uidOf(call), call.clock.now());
    return ok();
  },
};

export const emailRoutes: Route[] = [listing, one, create, remove];
