// An A/B test shown as a whole, kept in step with what events tell of its parts.
import type { components } from '@mailwright/client/schema';
import { type Figures, figuresOf, partOf, RUNNING } from './figures.ts';
import type { CampaignNow } from './messages.ts';
import { paceOf } from './pace.ts';

type Overview = components['schemas']['CampaignOverview'];
type Part = components['schemas']['AbTestPart'];

/** An A/B test shown as a whole, with the figures of a part that were told. */
export function patchedTest(record: Overview, now: CampaignNow): Overview {
  const { ab_test: test } = record;
  const told = figuresOf(now);
  const parts = test?.parts?.map((one) =>
    one.campaign_uid === now.campaign_uid ? { ...one, ...told, status: now.status as Overview['status'] } : one,
  );
  if (!test || !parts) return record;
  const sum = (of: (one: Figures) => number) => parts.reduce((all, one) => all + of(one), 0);
  const accepted = sum((one) => one.accepted);
  const share = (of: (one: Figures) => { people: number }) =>
    partOf(
      sum((one) => of(one).people),
      accepted,
    );
  const acting = (counts: 'raw' | 'filtered') => ({
    opened: share((one) => one[counts].opened),
    clicked: share((one) => one[counts].clicked),
  });
  return {
    ...record,
    status: statusOf(parts),
    progress: progressOf(record, parts, now),
    accepted,
    audience: sum((one) => one.audience),
    rejected: sum((one) => one.rejected),
    uncertain: sum((one) => one.uncertain),
    skipped: sum((one) => one.skipped),
    raw: acting('raw'),
    filtered: acting('filtered'),
    unsubscribed: share((one) => one.unsubscribed),
    bounced: share((one) => one.bounced),
    ab_test: { ...test, parts },
  };
}

/** As in src/reports/overview/status-order.ts. */
const FIRST_TOLD: readonly string[] = [
  'sending',
  'processing',
  'blocked',
  'pending-approve',
  'paused',
  'pending-sending',
  'sent',
  'draft',
];

const statusOf = (parts: readonly Part[]): Overview['status'] =>
  parts
    .map(({ status }) => status)
    .reduce((one, other) => (FIRST_TOLD.indexOf(other) < FIRST_TOLD.indexOf(one) ? other : one));

/** How far all parts have come together; null: none is under way. */
function progressOf(record: Overview, parts: readonly Part[], now: CampaignNow): Overview['progress'] {
  const doneOf = ({ accepted, rejected, uncertain, skipped }: Figures) => accepted + rejected + uncertain + skipped;
  const going = parts.filter(({ status, audience }) => RUNNING.includes(status) && audience > 0);
  if (going.length === 0) return null;
  const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((so, one) => so + of(one), 0);
  const left = sum(going, (one) => Math.max(0, one.audience - doneOf(one)));
  const known = going.map(({ campaign_uid }) => paceOf(campaign_uid));
  const pace = known.some((one) => one !== undefined) ? sum(known, (one) => one ?? 0) : undefined;
  const per_second = pace ?? record.progress?.per_second ?? 0;
  // Of the other parts nobody was told just now how many are put off.
  const isAlone = going.length === 1 && going[0]?.campaign_uid === now.campaign_uid;
  const isPaused = going.some(({ status }) => status === 'paused');
  return {
    done: sum(parts, doneOf),
    left,
    failed: sum(parts, ({ rejected }) => rejected),
    per_second,
    deferred: isAlone ? now.deferred : (record.progress?.deferred ?? now.deferred),
    seconds_left: per_second > 0 && !isPaused ? Math.ceil(left / per_second) : null,
  };
}
