// The table of campaigns: which ones, and how far those that run have come.
import { findCampaign, gone } from '../../campaigns/queries.ts';
import { parsedWindow, timeWithin } from '../../campaigns/window/rules.ts';
import type { KeysetRequest, Place } from '../../http/members/keyset.ts';
import { hasTag } from '../../http/members/stored-tags.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';
import {
  type Candidate,
  candidatesBefore,
  MOST_RECENT,
  type OverviewRow,
  overviewRows,
  type Pace,
  pacesOf,
  partIdsOf,
  runsOf,
  variantsAmong,
} from './queries.ts';
import { type Overview, type Progress, wholeOf } from './whole.ts';

/** Which campaigns: in some statuses (none: all), with a text in their name or subject. */
export type OverviewFilter = {
  statuses: readonly string[];
  search: string | undefined;
  tag?: string | undefined;
  /** Each A/B test once, by its first variant, with what all its parts are together. */
  isWhole?: boolean | undefined;
  /** Only those that have begun and are not sent. */
  isUnderWay?: boolean | undefined;
};

/** In which a campaign can be under way: a recurring one waits for its next run. */
const UNDER_WAY: readonly string[] = ['pending-sending', 'processing', 'sending', 'paused', 'blocked'];

/** Names that one request looks at, and in one statement. */
const LOOKED_AT = 5_000;
const PIECE = 500;

/** One page of the table, newest first. With a search it can be short although there is more. */
export async function pageOfOverview(
  db: Db,
  customerId: number,
  filter: OverviewFilter,
  { after, perPage }: KeysetRequest,
  at: number,
): Promise<{ campaigns: Overview[]; next: Place | undefined }> {
  const first = Number(after?.[0] ?? Number.MAX_SAFE_INTEGER);
  const found = await idsOf(db, customerId, filter, { first, perPage, at });
  const parts = filter.isWhole ? await partIdsOf(db, customerId, found.ids) : new Map<number, number[]>();
  const ids = [...new Set([...found.ids, ...[...parts.values()].flat()])];
  const rows = await withProgress(db, customerId, await overviewRows(db, customerId, ids), at);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = (some: readonly number[]) => some.flatMap((id) => byId.get(id) ?? []);
  const campaigns = known(found.ids).map((row) => wholeOf(row, known(parts.get(row.id) ?? [])));
  return { campaigns, next: found.next === undefined ? undefined : [found.next] };
}

/** One campaign as in the table. @throws AppError `not_found` */
export async function overviewOf(db: Db, customerId: number, uid: string, at: number): Promise<Overview> {
  const campaign = await findCampaign(db, customerId, uid);
  const rows = campaign ? await overviewRows(db, customerId, [campaign.id]) : [];
  const [one] = await withProgress(db, customerId, rows, at);
  return one ?? gone();
}

async function idsOf(
  db: Db,
  customerId: number,
  { statuses: asked, search, tag, isWhole, isUnderWay }: OverviewFilter,
  { first, perPage, at }: { first: number; perPage: number; at: number },
): Promise<{ ids: number[]; next: number | undefined }> {
  const wanted = search === undefined ? undefined : foldText(search);
  const statuses = isUnderWay ? UNDER_WAY.filter((one) => asked.length === 0 || asked.includes(one)) : asked;
  if (isUnderWay && statuses.length === 0) return { ids: [], next: undefined };
  const which = { statuses, isWhole, begunAt: isUnderWay ? at : undefined };
  const limit = wanted === undefined && tag === undefined ? perPage + 1 : PIECE;
  const ids: number[] = [];
  let before = first;
  for (let looked = 0; looked < LOOKED_AT; looked += limit) {
    const some = await candidatesBefore(db, customerId, { ...which, before, limit });
    // A test is found by what any of its parts is called.
    const others =
      isWhole && limit === PIECE ? await variantsAmong(db, customerId, some) : new Map<number, Candidate[]>();
    for (const one of some) {
      if (ids.length === perPage) return { ids, next: before };
      before = one.id;
      if (isWanted([one, ...(others.get(one.id) ?? [])], wanted, tag)) ids.push(one.id);
    }
    if (some.length < limit) return { ids, next: undefined };
  }
  return { ids, next: before };
}

/** Whether one of the parts of a mailing has the tag, and one the text that is searched for. */
function isWanted(parts: readonly Candidate[], wanted: string | undefined, tag: string | undefined): boolean {
  if (tag !== undefined && !parts.some(({ tags }) => hasTag(tags, tag))) return false;
  return wanted === undefined || parts.some(({ name, subject }) => foldText(`${name}\n${subject}`).includes(wanted));
}

const RUNNING: readonly string[] = ['processing', 'sending', 'paused'];
const RATE_MS = 120_000;

async function withProgress(db: Db, customerId: number, rows: readonly OverviewRow[], at: number): Promise<Overview[]> {
  const isRunning = (row: OverviewRow) => RUNNING.includes(row.status) && row.freeze_until_id !== null;
  const running = rows.filter(isRunning).map(({ id }) => id);
  const paces = await pacesOf(db, customerId, running, at - RATE_MS);
  const runs = await runsOf(
    db,
    customerId,
    rows.filter(({ run_count: n }) => n > 0).map(({ id }) => id),
  );
  return rows.map((row) => {
    const pace = paces.get(row.id);
    return { ...row, progress: pace && progressOf(row, pace, at), runs: runs.get(row.id) };
  });
}

/** How far a campaign has come at `at` (ms). */
function progressOf(row: OverviewRow, { deferred, recent, since }: Pace, at: number): Progress {
  const done = row.accepted + row.rejected + row.uncertain + row.skipped;
  const left = Math.max(0, row.audience - done);
  const span = recent < MOST_RECENT ? Math.min(RATE_MS, at - (row.started_at ?? at)) : at - (since ?? at);
  const perSecond = recent === 0 ? 0 : Math.round((recent / Math.max(1, span / 1000)) * 100) / 100;
  const secondsLeft = row.status === 'paused' ? null : secondsFor(row, perSecond > 0 ? left / perSecond : null, at);
  return { done, left, deferred, failed: row.rejected, perSecond, secondsLeft };
}

/** Waiting counts too: for a sending window to open, for the last recipients’ own time. */
function secondsFor(
  { sending_window, last_due_at: last }: OverviewRow,
  asFast: number | null,
  at: number,
): number | null {
  const wait = last === null ? 0 : Math.max(0, (last - at) / 1_000);
  if (asFast === null) return wait > 0 ? Math.ceil(wait) : null;
  const seconds = Math.max(asFast, wait);
  const window = parsedWindow(sending_window);
  const ms = window ? timeWithin(window, at, seconds * 1_000) : seconds * 1_000;
  return ms === undefined ? null : Math.ceil(ms / 1_000);
}
