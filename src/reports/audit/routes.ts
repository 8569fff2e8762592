// The endpoint of the audit: who did what.
import { listEntries } from '../../audit/queries.ts';
import { placeText } from '../../http/members/keyset.ts';
import { ok, type Route } from '../../http/route.ts';
import { namesOf } from './names.ts';
import * as wire from './wire.ts';

const listing: Route = {
  name: 'listAudit',
  method: 'GET',
  path: '/audit',
  needs: 'own',
  summary: 'List who changed what, from where and when, latest first',
  about:
    'Every call that changed something has an entry, and so have signing in and out and failed attempts. Nothing of the sent data is stored. Entries are removed after 180 days.',
  group: 'Audit',
  query: wire.auditQuery,
  status: 200,
  answer: wire.auditAnswer,
  handle: async ({ db, caller: { customerId }, query }) => {
    const { filter, request } = wire.readAudit(query);
    const { after, perPage } = request;
    const found = await listEntries(db, customerId, filter, { after, limit: perPage + 1 });
    const shown = found.slice(0, perPage);
    const last = found.length > perPage ? shown.at(-1) : undefined;
    const names = await namesOf(db, customerId, shown);
    const records = shown.map((entry) => wire.toWireEntry(entry, names));
    return ok({ data: { records, next: placeText(last && [last.at, last.id]) } });
  },
};

export const auditRoutes: readonly Route[] = [listing];
