// Output of the chaos test: a line a round, a table at the end.
import { counted } from '../../src/kernel/text/counted.ts';
import { describeBlow, type RoundPlan } from './plan.ts';
import type { RoundResult } from './round.ts';

export type Totals = {
  rounds: number;
  failed: number;
  kills: number;
  cuts: number;
  heldTurns: number;
  messages: number;
  accepted: number;
  rejected: number;
  lost: number;
  twice: number;
  uncertain: number;
  byCut: number;
  allowed: number;
  longestQuietMs: number;
  /** From each order to promote a standby to the first message begun after it. */
  resumedMs: number[];
  ms: number;
};

export function emptyTotals(): Totals {
  const zero = { rounds: 0, failed: 0, kills: 0, cuts: 0, heldTurns: 0, messages: 0, accepted: 0, rejected: 0 };
  return { ...zero, lost: 0, twice: 0, uncertain: 0, byCut: 0, allowed: 0, longestQuietMs: 0, resumedMs: [], ms: 0 };
}

/** Adds a round to the totals. */
export function addResult(totals: Totals, result: RoundResult): void {
  const { figures } = result;
  totals.rounds += 1;
  if (result.faults.length > 0) totals.failed += 1;
  totals.kills += result.kills;
  totals.cuts += result.cuts;
  totals.heldTurns += result.heldTurns;
  totals.allowed += result.allowed;
  totals.longestQuietMs = Math.max(totals.longestQuietMs, result.quietMs);
  if (result.resumedMs !== undefined) totals.resumedMs.push(result.resumedMs);
  totals.ms += result.ms;
  if (!figures) return;
  totals.messages += figures.accepted + figures.rejected + figures.uncertain + figures.skipped;
  for (const name of ['accepted', 'rejected', 'lost', 'twice', 'uncertain', 'byCut'] as const) {
    totals[name] += figures[name];
  }
}

/** A round's blows and result. */
export function roundLine(number: number, plan: RoundPlan, result: RoundResult): string {
  const { figures: f } = result;
  const nodes = counted(plan.nodes.length, 'node');
  const what = plan.events.map(({ blow }) => describeBlow(blow)).join('; ');
  const figures = f
    ? `accepted ${f.accepted}, rejected ${f.rejected}, skipped ${f.skipped}, uncertain ${f.uncertain} (${f.byCut} cut by the sink, ${f.uncertain - f.byCut} of at most ${result.allowed}), lost ${f.lost}, twice ${f.twice}`
    : 'no end';
  const resumed = result.resumedMs === undefined ? '' : `  resumed after ${result.resumedMs} ms`;
  const verdict = result.faults.length === 0 ? 'ok' : 'FAILED';
  return `${String(number).padStart(3)}  seed ${plan.seed}  ${plan.engine}, ${nodes}, ${plan.workers} × ${counted(plan.lanes, 'lane')}  [${what}]  ${figures}${resumed}  ${(result.ms / 1000).toFixed(1)} s  ${verdict}`;
}

function resumedText(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted.length === 0 ? '–' : `${sorted[Math.floor(sorted.length / 2)]} and ${sorted.at(-1)}`;
}

/** The figures of all rounds, as a table in Markdown. */
export function totalsTable(totals: Totals): string {
  const columns = {
    rounds: totals.rounds,
    failed: totals.failed,
    kills: totals.kills,
    'networks cut': totals.cuts,
    'turns held back': totals.heldTurns,
    messages: totals.messages,
    accepted: totals.accepted,
    rejected: totals.rejected,
    lost: totals.lost,
    twice: totals.twice,
    'uncertain, cut by the sink': totals.byCut,
    'uncertain, others': totals.uncertain - totals.byCut,
    'bound (lanes × kills and cuts)': totals.allowed,
    'failovers: median and longest ms to resume': resumedText(totals.resumedMs),
    'longest quiet s': (totals.longestQuietMs / 1000).toFixed(1),
    minutes: (totals.ms / 60_000).toFixed(1),
  };
  const names = Object.keys(columns);
  return [names, names.map(() => '---'), Object.values(columns)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
