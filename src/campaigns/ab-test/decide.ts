// Ends an A/B test: finds the winner, and makes the campaign that takes it to the rest of the list.
import { MINUTE_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { AbTest, Campaign } from '../../storage/tables.ts';
import { copyCampaignFiles } from '../content/queries-files.ts';
import { findCounters } from '../counters.ts';
import { addCampaign } from '../create.ts';
import { setNotice } from '../delivery/notice.ts';
import { parsedOptions } from '../options.ts';
import { lockCampaign, moveCampaign } from '../queries.ts';
import { nameWithMark } from '../rules.ts';
import { PLACES } from './parts.ts';
import { findTest, leaveDueToPeople, setTest, variantsOf } from './queries.ts';
import { bestOf, type Figures, isClear, letterOf, type Result, resultOf } from './rules.ts';

/**
 * While a variant is paused, or is not done and nobody got it yet, the decision is put off by this
 * long.
 */
export const LATER_MS = MINUTE_MS;
const NOBODY = 'notice-test-nobody';
const WENT_BACK = 'notice-test-went-back';

/** What each part of a test has come to. */
export async function figuresOf(db: Db | Tx, parts: readonly Campaign[]): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (const { id, customer_id } of parts) {
    const counters = await findCounters(db, customer_id, id);
    const { accepted, filtered_unique_opens: opened, filtered_unique_clicks: clicked } = counters;
    figures.push({ accepted, opened, clicked });
  }
  return figures;
}

const resultsOf = async (tx: Tx, variants: readonly Campaign[], by: AbTest['decided_by']): Promise<Result[]> =>
  (await figuresOf(tx, variants)).map((one) => resultOf(one, by));

/**
 * How a test was decided; `rest`: the uid of the campaign for the rest, null where nobody is
 * left.
 */
export type Decision = { winner: string; rest: string | null; isClear: boolean };

/**
 * Decides a test whose time has come. Of several nodes that try at once, one does: the first
 * variant is locked, and a test is decided once.
 * @returns undefined when there is nothing to decide now
 */
export function decideDue(db: Db, { customer_id, campaign_id }: AbTest, at: number): Promise<Decision | undefined> {
  return inTransaction(db, async (tx) => {
    const first = await lockCampaign(tx, customer_id, campaign_id);
    const test = first && (await findTest(tx, first));
    if (!test || test.decides_at === null || test.decides_at > at) return undefined;
    if (first.status === 'pending-delete') {
      await setTest(tx, test, { decides_at: null });
      return undefined;
    }
    const variants = await variantsOf(tx, first);
    const results = await resultsOf(tx, variants, test.decided_by);
    const isOver = variants.every(({ status }) => status === 'sent');
    const isForNobody = results.every(({ accepted }) => accepted === 0);
    if (isForNobody && isOver && (await wereAsked(tx, variants))) return endForNobody(tx, test, first, at);
    const isUntold = variants.some(
      ({ status }, n) => status === 'paused' || (status !== 'sent' && results[n]?.accepted === 0),
    );
    if (isUntold) {
      await setTest(tx, test, { decides_at: at + LATER_MS });
      return undefined;
    }
    return end(tx, { test, variants, winner: bestOf(results), by: test.decided_by, isClear: isClear(results), at });
  });
}

/**
 * Decides a test that has begun, as somebody wants it, before its time or where nothing else does.
 * @param uid of a variant
 * @throws AppError `state`, `invalid`
 */
export function decideByHand(db: Db, first: Campaign, uid: string, at: number): Promise<Decision> {
  return inTransaction(db, async (tx) => {
    await lockCampaign(tx, first.customer_id, first.id);
    const test = await findTest(tx, first);
    if (!test || test.begun_at === null) throw new AppError('state', say('ab-test-not-begun'));
    if (test.decided_at !== null) throw new AppError('state', say('ab-test-decided'));
    const variants = await variantsOf(tx, first);
    const winner = variants.findIndex((variant) => variant.uid === uid);
    if (winner === -1) {
      const message = say('ab-test-no-variant', { variants: variants.map((variant) => variant.uid).join(', ') });
      throw new AppError('invalid', message, { faults: { campaign_uid: message } });
    }
    const results = await resultsOf(tx, variants, test.decided_by);
    const clear = bestOf(results) === winner && isClear(results);
    return end(tx, { test, variants, winner, by: 'hand', isClear: clear, at });
  });
}

/**
 * Whether the parts of the variants have anybody in them. On a short list they may be empty: then
 * no variant is better, and the rest gets the first.
 */
async function wereAsked(tx: Tx, variants: readonly Campaign[]): Promise<boolean> {
  for (const { id, customer_id } of variants) if ((await findCounters(tx, customer_id, id)).audience > 0) return true;
  return false;
}

/** All are sent, and no mail server took one: where there is a rest, somebody has to decide. */
async function endForNobody(tx: Tx, test: AbTest, first: Campaign, at: number): Promise<undefined> {
  const hasRest = test.rest_from !== null;
  await setTest(tx, test, { decides_at: null, ...(!hasRest && { decided_at: at }) });
  if (hasRest) await setNotice(tx, first, { notice: [say(NOBODY)], until: null });
  return undefined;
}

/**
 * After the store went back in time: nobody knows whether the winners of tests that were due by now
 * (`at`, ms) have gone to the rest already, so people decide.
 */
export async function holdDueTests(tx: Tx, at: number): Promise<void> {
  for (const { customer_id, campaign_id } of await leaveDueToPeople(tx, at)) {
    const first = await lockCampaign(tx, customer_id, campaign_id);
    if (!first) continue;
    const notice = [say(WENT_BACK), ...(JSON.parse(first.notice ?? '[]') as Sentence[])];
    await setNotice(tx, first, { notice, until: first.waits_until });
  }
}

type End = {
  test: AbTest;
  variants: readonly Campaign[];
  winner: number;
  by: AbTest['decided_by'];
  isClear: boolean;
  at: number;
};

async function end(tx: Tx, { test, variants, winner: n, by, isClear, at }: End): Promise<Decision> {
  const [first, winner] = [variants[0], variants[n]];
  if (!first || !winner) throw new Error('a test has variants');
  if ([NOBODY, WENT_BACK].some((code) => first.notice?.includes(code)))
    await setNotice(tx, first, { notice: null, until: null });
  const rest =
    test.rest_from !== null ? await addRest(tx, { test, first, winner, letter: letterOf(winner, n), at }) : undefined;
  await setTest(tx, test, {
    decided_at: at,
    decides_at: null,
    winner_id: winner.id,
    found_by: by,
    rest_id: rest?.id ?? null,
    is_clear: isClear ? 1 : 0,
  });
  return { winner: winner.uid, rest: rest?.uid ?? null, isClear };
}

/**
 * A campaign like the winner for everybody who was on the list when the test began, but in no
 * part.
 */
async function addRest(
  tx: Tx,
  { test, first, winner, letter, at }: { test: AbTest; first: Campaign; winner: Campaign; letter: string; at: number },
): Promise<Campaign> {
  const { id: _, ...columns } = winner;
  const options = parsedOptions(winner);
  // Most people get the rest: its figures are wanted by whoever wants those of the first one.
  const email_stats = options.email_stats ?? parsedOptions(first).email_stats;
  const columnsOfRest = {
    ...columns,
    name: nameWithMark(first.name, ` (rest: ${letter})`),
    options: JSON.stringify({ ...options, email_stats }),
    status: 'pending-sending',
    send_at: at,
    parent_id: null,
    next_run_at: null,
    created_at: at,
  };
  const part = { test_of: first.id, part_from: test.rest_from, part_to: PLACES };
  const rest = await addCampaign(tx, columnsOfRest, part);
  await copyCampaignFiles(tx, winner, rest.id);
  const until = await moveCampaign(tx, rest, {
    from: ['pending-sending'],
    set: { freeze_until_id: first.freeze_until_id },
  });
  return until ?? rest;
}
