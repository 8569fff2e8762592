// The jobs of a list, page by page: one way for all kinds.
import { keysetQuery, placeText, readKeyset } from '../http/members/keyset.ts';
import { readMembers } from '../http/members/schema.ts';
import { type Call, ok } from '../http/route.ts';
import { throwFaults } from '../kernel/errors.ts';
import { listOfCall } from '../lists/of-call.ts';
import type { Job, List } from '../storage/tables.ts';
import type { JobKind } from './job.ts';
import { jobsOf } from './queries.ts';

const USUAL = 20;

/** The query of a page. */
export const jobsQuery = keysetQuery({ most: 100, otherwise: USUAL });

/**
 * The page that a call asks for, newest first.
 * @param toRecord a job as the answer has it
 */
export async function pageOfJobs<Row>(call: Call, kind: JobKind, toRecord: (job: Job, list: List) => Row) {
  const list = await listOfCall(call);
  const { values, faults } = readMembers(jobsQuery, call.query);
  const { after, perPage } = readKeyset(values, ['number'], faults, USUAL);
  throwFaults(faults);
  const of = { customerId: list.customer_id, kind, listId: list.id };
  const jobs = await jobsOf(call.db, of, { before: after?.[0] as number | undefined, limit: perPage + 1 });
  const shown = jobs.slice(0, perPage);
  const next = placeText(jobs.length > perPage ? [shown.at(-1)?.id ?? 0] : undefined);
  return ok({ data: { records: shown.map((job) => toRecord(job, list)), next } });
}
