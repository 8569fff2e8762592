// A run of taking over a former server: suppressions first, then lists with their people, segments,
// templates and campaigns. Each slice is a transaction that notes how far it is, so a run that was
// killed goes on there and its figures are of both. A dry run takes each slice back.
import { wakeFollowers } from '../campaigns/autoresponder/follow.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { openSlices } from '../storage/slices.ts';
import type { Customer } from '../storage/tables.ts';
import type { FormerServer, Slice } from './former.ts';
import { deleteSteps, findServer, insertServer, type Owner, putStep, stepsOf, updateServer } from './queries.ts';
import type { SwitchReport } from './report.ts';

export type SwitchTools = {
  db: Db;
  clock: Clock;
  customer: Customer;
  /** Begins the progress of a step: what to call with what is done of how much. */
  progress?: ((label: string, unit: string) => (done: number, total: number) => void) | undefined;
};

export type SwitchOptions = {
  /** Reports what would happen, and changes nothing. */
  isDryRun: boolean;
  /** Which campaigns become drafts. */
  campaigns: 'none' | 'drafts' | 'all';
  /** Begins anew also where a run was interrupted. */
  isFresh?: boolean | undefined;
};

type Step = { position: string; isDone: boolean; progress: unknown };

/** The step that notes what a run reads: positions in one file say nothing about another. */
const EDITION = 'edition';

/** A run under way. */
export type Run = {
  tools: SwitchTools;
  options: SwitchOptions;
  former: FormerServer;
  report: SwitchReport;
  steps: Map<string, Step>;
  /** Runs `work` in a transaction, which a dry run takes back. */
  write<T>(things: number, work: (tx: Tx, owner: Owner, at: number) => Promise<T>): Promise<T>;
};

const ROWS = { least: 500, first: 500, most: 500 };

/** Begins a run, or goes on with one that was interrupted. */
export async function openRun(tools: SwitchTools, former: FormerServer, options: SwitchOptions): Promise<Run> {
  const { db, customer, clock } = tools;
  const { isDryRun } = options;
  const begun = isDryRun ? { steps: new Map<string, Step>(), isResumed: false } : await begin(tools, former, options);
  // What a power cut takes is taken with the position, and read again.
  const slices = openSlices(ROWS, { isUnsynced: true });
  return {
    tools,
    options,
    former,
    steps: begun.steps,
    report: {
      kind: former.kind,
      source: former.name,
      is_dry_run: isDryRun,
      is_resumed: begun.isResumed,
      suppressions: { read: 0, added: 0, present: 0, skipped: 0 },
      gone: { unsubscribed: {}, kept: 0 },
      lists: [],
      segments: [],
      templates: [],
      campaigns: [],
      untranslated: [],
      mailings: 0,
      notes: [],
    },
    write(things, work) {
      const inside = async (tx: Tx) => {
        const at = clock.now();
        const server = (await findServer(tx, customer.id, former)) ?? (await insertServer(tx, customer.id, former, at));
        return work(tx, { customerId: customer.id, serverId: server.id }, at);
      };
      return isDryRun ? takenBack(db, inside) : slices.run(db, things, inside);
    },
  };
}

async function begin({ db, customer, clock }: SwitchTools, former: FormerServer, options: SwitchOptions) {
  const { isFresh, campaigns } = options;
  const edition = JSON.stringify([former.edition, campaigns]);
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const server = (await findServer(tx, customer.id, former)) ?? (await insertServer(tx, customer.id, former, at));
    const owner = { customerId: customer.id, serverId: server.id };
    const left = server.finished_at === null && !isFresh ? await stepsOf(tx, owner) : [];
    const goesOn = left.some(({ step, position }) => step === EDITION && position === edition);
    if (!goesOn) {
      await deleteSteps(tx, owner);
      await updateServer(tx, owner, { started_at: at, finished_at: null });
      await putStep(tx, owner, { step: EDITION, position: edition, isDone: true, progress: {} });
    }
    const rows = goesOn ? left.filter(({ step }) => step !== EDITION) : [];
    const steps = rows.map(
      ({ step, position, is_done, progress }) =>
        [step, { position, isDone: is_done === 1, progress: JSON.parse(progress) as unknown }] as const,
    );
    return { steps: new Map<string, Step>(steps), isResumed: rows.length > 0 };
  });
}

/** Notes that a run is done: the next one looks at everything anew. */
export async function endRun(run: Run): Promise<void> {
  if (run.options.isDryRun) return;
  const { db, clock, customer } = run.tools;
  await inTransaction(db, async (tx) => {
    const server = await findServer(tx, customer.id, run.former); // this one waits for the disk, and so for all before
    if (!server) return;
    await updateServer(tx, { customerId: customer.id, serverId: server.id }, { finished_at: clock.now() });
    await wakeFollowers(tx, customer.id); // people may have come who were confirmed long ago
  });
}

class TakenBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('A dry run changes nothing.');
    this.result = result;
  }
}

async function takenBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

/** A step: its name, what it counts, and what stores a slice and adds to its part of the report. */
export type SliceStep<T, P> = {
  name: string;
  label: string;
  unit: string;
  begin: P;
  read(position: string): AsyncIterable<Slice<T>>;
  store(tx: Tx, owner: Owner, rows: readonly T[], progress: P, at: number): Promise<void>;
};

/** Does a step from where it was interrupted. @returns its part of the report */
export async function doStep<T, P>(run: Run, step: SliceStep<T, P>): Promise<P> {
  const before = run.steps.get(step.name);
  let progress = (before?.progress as P | undefined) ?? step.begin;
  let position = before?.position ?? '';
  if (before?.isDone) return progress;
  const show = run.tools.progress?.(step.label, step.unit);
  let done = 0;
  const note = (next: string, isDone: boolean) => (tx: Tx, owner: Owner) =>
    putStep(tx, owner, { step: step.name, position: next, isDone, progress });
  for await (const { rows, position: next, total } of step.read(position)) {
    const after = structuredClone(progress);
    await run.write(rows.length, async (tx, owner, at) => {
      await step.store(tx, owner, rows, after, at);
      await putStep(tx, owner, { step: step.name, position: next, isDone: false, progress: after });
    });
    progress = after;
    position = next;
    done += rows.length;
    show?.(Math.min(done, total ?? done), Math.max(total ?? 0, done + 1));
  }
  show?.(done, done);
  await run.write(1, note(position, true));
  return progress;
}
