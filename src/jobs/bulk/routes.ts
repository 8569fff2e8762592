// Endpoints for bulk actions: say what is to be done and with whom, see how many they are, begin.
import { z } from 'zod';
import { csvLine } from '../../csv/write.ts';
import { csvFile, csvQuery } from '../../http/members/csv-file.ts';
import { requireRight } from '../../http/rights.ts';
import { type Call, created, ok, type Route } from '../../http/route.ts';
import { listOfCall } from '../../lists/of-call.ts';
import type { Db, Job } from '../../storage/tables.ts';
import type { BulkAction } from '../../subscribers/many/rules.ts';
import { jobsQuery, pageOfJobs } from '../page.ts';
import { readPieces } from '../pieces.ts';
import { cancelBulkAction, createBulkAction, getBulkAction, startBulkAction } from './change.ts';
import { bulkParameters } from './parameters.ts';
import * as wire from './wire.ts';

const group = 'Bulk actions';
const path = '/lists/:list_uid/bulk-actions/:bulk_action_uid';

const actionOf = async (call: Call) => {
  const list = await listOfCall(call);
  return { list, job: await getBulkAction(call.db, list, call.params['bulk_action_uid'] ?? '') };
};

/** What sends mails needs the right to. @throws AppError `forbidden` */
function requireRightOf({ caller }: Call, action: BulkAction): void {
  if (action === 'ask-to-confirm') requireRight(caller, 'send');
}

const create: Route = {
  name: 'createBulkAction',
  method: 'POST',
  path: '/lists/:list_uid/bulk-actions',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create an action for the people matching a filter',
  about:
    'The people are determined now: whoever joins later is not included, and whoever no longer matches when their turn comes is skipped. Nothing is done before `…/run`, unless `start` is set.',
  group,
  body: wire.bulkBody,
  status: 201,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const request = wire.readBulkAction(call.body);
    requireRightOf(call, request.action);
    const job = await createBulkAction(call.db, list, request, call.clock.now());
    return created({ data: { record: wire.toWireBulkAction(job, list) } });
  },
};

const listing: Route = {
  name: 'listBulkActions',
  method: 'GET',
  path: '/lists/:list_uid/bulk-actions',
  needs: 'read',
  summary: 'List bulk actions of a list, newest first',
  about: 'Kept for 90 days.',
  group,
  query: z.object(jobsQuery),
  status: 200,
  answer: wire.pageAnswer,
  handle: (call) => pageOfJobs(call, 'bulk', wire.toWireBulkAction),
};

const one: Route = {
  name: 'getBulkAction',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get the progress of a bulk action',
  about: 'Inexpensive: it can be polled every second.',
  group,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const { list, job } = await actionOf(call);
    return ok({ data: { record: wire.toWireBulkAction(job, list) } });
  },
};

const run: Route = {
  name: 'runBulkAction',
  method: 'POST',
  path: `${path}/run`,
  needs: 'edit',
  isOneChange: true,
  summary: 'Start a bulk action whose people have been counted',
  about:
    'It runs on the server, independently of the caller, and continues after a restart. Each person is processed once, or skipped with a reason.',
  group,
  body: wire.runBody,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const { list, job } = await actionOf(call);
    requireRightOf(call, bulkParameters(job).action);
    const started = await startBulkAction(call.db, job, wire.readRunOfBulk(call.body), call.clock.now());
    return ok({ data: { record: wire.toWireBulkAction(started, list) } });
  },
};

const cancel: Route = {
  name: 'cancelBulkAction',
  method: 'POST',
  path: `${path}/cancel`,
  needs: 'edit',
  isOneChange: true,
  summary: 'Stop a bulk action; what was done so far is kept',
  group,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const { list, job } = await actionOf(call);
    const cancelled = await cancelBulkAction(call.db, job, call.clock.now());
    return ok({ data: { record: wire.toWireBulkAction(cancelled, list) } });
  },
};

const skipped: Route = {
  name: 'downloadBulkActionSkipped',
  method: 'GET',
  path: `${path}/skipped`,
  needs: 'read',
  summary: 'Download the skipped people with reasons, as CSV',
  about: 'Kept for seven days.',
  group,
  query: z.object(csvQuery),
  status: 200,
  answer: wire.skippedAnswer,
  fileType: 'text/csv',
  handle: async (call) => {
    const { job } = await actionOf(call);
    return csvFile(call.query, `skipped-${job.uid}.csv`, skippedOf(call.db, job));
  },
};

async function* skippedOf(db: Db, job: Job): AsyncGenerator<string> {
  yield csvLine(['EMAIL', 'REASON']);
  for await (const piece of readPieces(db, job, 'bad')) yield piece.toString();
}

/** Every endpoint of bulk actions. */
export const bulkActionRoutes: Route[] = [create, listing, one, run, cancel, skipped];
