// The handler of bulk actions: counts the people, or does what is to be done with them. Each step
// notes up to whom it goes in its own transaction, so that a bulk action goes on after the server
// was killed, and nobody is done twice.
import { csvLine } from '../../csv/write.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { findListById } from '../../lists/queries.ts';
import { countPeople, newPace, nextIds, type Stretch, stillFitting } from '../../segments/people/walk.ts';
import { openSlices } from '../../storage/slices.ts';
import type { List, Tx } from '../../storage/tables.ts';
import { actOnPeople } from '../../subscribers/many/act.ts';
import { PASSED_OVER } from '../../subscribers/many/rules.ts';
import type { BulkOutcome, BulkStep, Place } from '../../subscribers/many/step.ts';
import { beginAdding, beginChange } from '../../subscribers/status.ts';
import { stretchOf } from '../fixed-people.ts';
import type { JobRun } from '../job.ts';
import { addPiece } from '../pieces.ts';
import { saveProgress, step } from '../progress.ts';
import { type BulkParameters, type BulkProgress, bulkParameters, bulkProgress, NEW_RUN } from './parameters.ts';

/** Others who write must not wait long; between steps requests have their turn. */
const SLICE = { least: 50, first: 250, most: 2_000 };
const REST = 0.5;
/** How far it is, is noted so often where nobody fits. */
const NOTE_MS = 1_000;
const COUNTING_MS = 300;

/** Does the phase that the job is in. */
export async function runBulkAction(run: JobRun): Promise<'done' | 'stopped'> {
  const { job, db } = run;
  const list = await findListById(db, job.customer_id, job.list_id ?? 0);
  if (!list) throw new AppError('state', say('bulk-list-removed'));
  return job.phase === 'run' ? act(run, list) : count(run, list);
}

async function count(run: JobRun, list: List): Promise<'done' | 'stopped'> {
  const { db, job } = run;
  const { people } = bulkParameters(job);
  const fields = await fieldsOf(db, list.customer_id, list.id);
  let progress = bulkProgress(job);
  while (!progress.count.isAll) {
    if (!run.mayGoOn()) return 'stopped';
    const { n, after } = await countPeople(db, stretchOf(db, list, fields, people, progress.count.after), COUNTING_MS);
    const counted = { people: progress.count.people + n, after: after ?? people.upTo, isAll: after === undefined };
    progress = { ...progress, count: counted };
    await step(run, (tx) => saveProgress(tx, run, progress));
  }
  return 'done';
}

async function act(run: JobRun, list: List): Promise<'done' | 'stopped'> {
  const { db, job } = run;
  const parameters = bulkParameters(job);
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const doing: BulkStep = {
    action: parameters.action,
    from: { list, fields },
    target: await targetOf(run, parameters),
    field: parameters.field ?? undefined,
    at: run.clock.now(),
  };
  const slices = openSlices(SLICE, { rest: REST });
  const pace = newPace();
  let progress = bulkProgress(job);
  let notedAt = performance.now();
  for (let after = progress.run?.after ?? 0; ; ) {
    if (!run.mayGoOn()) return 'stopped';
    const stretch = stretchOf(db, list, fields, parameters.people, after);
    const { ids, lookedTo } = await nextIds(db, stretch, pace);
    for (let from = 0; from < ids.length; ) {
      if (!run.mayGoOn()) return 'stopped';
      const some = ids.slice(from, from + slices.size());
      const before = progress;
      progress = await slices.run(db, some.length, (tx) =>
        oneStep(tx, run, { before, stretch, ids: some, doing: { ...doing, at: run.clock.now() } }),
      );
      notedAt = performance.now();
      from += some.length;
    }
    if (lookedTo === undefined) return 'done';
    after = lookedTo;
    if (performance.now() - notedAt < NOTE_MS) continue;
    progress = { ...progress, run: { ...(progress.run ?? NEW_RUN), after } };
    const now = progress;
    await step(run, (tx) => saveProgress(tx, run, now));
    notedAt = performance.now();
  }
}

type OneStep = { before: BulkProgress; stretch: Stretch; ids: readonly number[]; doing: BulkStep };

async function oneStep(tx: Tx, run: JobRun, { before, stretch, ids, doing }: OneStep): Promise<BulkProgress> {
  const target = doing.target?.list;
  const lists = [doing.from.list, ...(target ? [target] : [])].sort((a, b) => a.id - b.id);
  for (const list of lists) await (list === target ? beginAdding : beginChange)(tx, list); // everyone locks in this order
  const rows = await stillFitting(tx, stretch, ids);
  const now = { from: await asNow(tx, doing.from), target: doing.target && (await asNow(tx, doing.target)) };
  const outcome = await actOnPeople(tx, { ...doing, ...now }, rows);
  const ended = before.run ?? NEW_RUN;
  if (outcome.skipped.length > 0) {
    await addPiece(tx, run.job, 'bad', ended.pieces, linesOf(outcome.skipped));
  }
  const skipped = { ...ended.skipped };
  for (const { why } of outcome.skipped) skipped[why] = (skipped[why] ?? 0) + 1;
  const progress: BulkProgress = {
    ...before,
    run: {
      after: ids.at(-1) ?? ended.after,
      done: ended.done + outcome.done,
      skipped,
      pieces: ended.pieces + (outcome.skipped.length > 0 ? 1 : 0),
    },
  };
  await saveProgress(tx, run, progress);
  return progress;
}

/** Fields may have come and gone since the action began. */
const asNow = async (tx: Tx, { list }: Place): Promise<Place> => ({
  list,
  fields: await fieldsOf(tx, list.customer_id, list.id),
});

const linesOf = (skipped: BulkOutcome['skipped']) =>
  skipped.map(({ email, why }) => csvLine([email, PASSED_OVER[why]])).join('');

async function targetOf({ db, job }: JobRun, { target }: BulkParameters): Promise<BulkStep['target']> {
  if (!target) return undefined;
  const list = await findListById(db, job.customer_id, target.id);
  if (!list) throw new AppError('state', say('bulk-target-removed'));
  return { list, fields: await fieldsOf(db, list.customer_id, list.id) };
}
