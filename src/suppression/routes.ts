// Endpoints for a customer's own suppression list. The global list is the operator's
// (cli/commands/suppression.ts).

import { z } from 'zod';
import { LARGE_BODY } from '../http/limits/body.ts';
import { csvFile, csvQuery } from '../http/members/csv-file.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { emailKey } from '../kernel/address.ts';
import { AppError } from '../kernel/errors.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { inTransaction } from '../storage/db.ts';
import { exportSuppressions } from './export.ts';
import { importUpload } from './import.ts';
import { pageOfSuppressions } from './listing.ts';
import { getSuppression } from './queries.ts';
import { TEXTS } from './rules.ts';
import { suppress, suppressInSlices, unsuppress } from './suppress.ts';
import * as wire from './wire.ts';

const group = 'Suppressions';

const addressOf = ({ params }: Call) => (params['email'] ?? '').trim();

const listing: Route = {
  name: 'listSuppressions',
  method: 'GET',
  path: '/suppressions',
  needs: 'read',
  summary: 'List the addresses that get no email from you, newest first',
  group,
  query: wire.filterQuery,
  status: 200,
  answer: wire.pageAnswerSchema,
  handle: async ({ db, caller, query }) => {
    const request = readPageRequest(query);
    const { count, rows } = await pageOfSuppressions(db, caller.customerId, wire.readFilter(query), request);
    return ok({ data: pageAnswer(request, count, rows.map(wire.toWireRecord)) });
  },
};

const download: Route = {
  name: 'downloadSuppressions',
  method: 'GET',
  path: '/suppressions.csv',
  needs: 'read',
  summary: 'Download the whole suppression list as CSV, oldest first',
  group,
  query: z.object(csvQuery),
  status: 200,
  answer: wire.csvAnswer,
  fileType: 'text/csv',
  handle: async ({ db, caller, query }) =>
    csvFile(query, 'suppressions.csv', exportSuppressions(db, caller.customerId)),
};

const upload: Route = {
  name: 'uploadSuppressions',
  method: 'POST',
  path: '/suppressions.csv',
  needs: 'edit',
  summary: 'Suppress the addresses of a CSV file; invalid rows do not stop valid ones',
  group,
  body: wire.fileBody,
  bodyLimit: LARGE_BODY,
  isRepeatable: true,
  status: 201,
  answer: wire.importAnswer,
  handle: async ({ db, caller, clock, body }) => {
    return created({
      data: wire.toWireImport(await importUpload(db, caller.customerId, wire.readFile(body), clock.now())),
    });
  },
};

const one: Route = {
  name: 'getSuppression',
  method: 'GET',
  path: '/suppressions/:email',
  needs: 'read',
  summary: 'Get why an address gets no email from you',
  group,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const suppression = await getSuppression(call.db, call.caller.customerId, emailKey(addressOf(call)));
    return ok({ data: { record: wire.toWireRecord(suppression) } });
  },
};

const create: Route = {
  name: 'createSuppression',
  method: 'POST',
  path: '/suppressions',
  needs: 'edit',
  isOneChange: true,
  summary: 'Suppress an address; an already suppressed one stays unchanged',
  group,
  body: wire.oneBody,
  status: 201,
  answer: wire.recordAnswer,
  handle: async ({ db, caller: { customerId }, clock, body }) => {
    const input = wire.readSuppression(body);
    // In one transaction: somebody might take it off at the same moment.
    const suppression = await inTransaction(db, async (tx) => {
      await suppress(tx, [{ customerId, ...input }], clock.now());
      return getSuppression(tx, customerId, emailKey(input.email));
    });
    return created({ data: { record: wire.toWireRecord(suppression) } });
  },
};

const bulk: Route = {
  name: 'createSuppressions',
  method: 'POST',
  path: '/suppressions/bulk',
  needs: 'edit',
  summary: 'Suppress up to 10,000 addresses; valid ones are stored, invalid ones reported',
  group,
  body: wire.bulkBody,
  bodyLimit: LARGE_BODY,
  isRepeatable: true,
  status: 201,
  answer: wire.bulkAnswer,
  handle: async ({ db, caller: { customerId }, clock, body }) => {
    const entries = await wire.readBulk(body);
    const good = entries.flatMap(({ read }) => ('faults' in read ? [] : [{ customerId, ...read }]));
    const added = await inTransaction(db, (tx) => suppressInSlices(tx, good, clock.now()));
    return created({ data: wire.toWireBulk(entries, added) });
  },
};

const remove: Route = {
  name: 'deleteSuppression',
  method: 'DELETE',
  path: '/suppressions/:email',
  needs: 'edit',
  summary: 'Remove an address from the suppression list, effective with the next campaign',
  group,
  status: 200,
  answer: wire.doneAnswer,
  handle: async (call) => {
    const removed = await inTransaction(call.db, (tx) => unsuppress(tx, call.caller.customerId, [addressOf(call)]));
    if (removed === 0) throw new AppError('not_found', TEXTS.unknown);
    return ok();
  },
};

export const suppressionRoutes: readonly Route[] = [listing, download, upload, one, create, bulk, remove];
