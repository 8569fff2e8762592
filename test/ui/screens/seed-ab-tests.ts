// A/B tests that screens show: one that is being written, one that waits for its decision, one that
// is decided.
import { variantsOf } from '../../../src/campaigns/ab-test/queries.ts';
import type { Db } from '../../../src/storage/db.ts';
import { setCounters } from '../../support/ledger.ts';
import { until } from '../../support/until.ts';
import { CAMPAIGN, VARIANTS } from './texts.ts';

/** Uids of campaigns; `variant`: the second one of `tested`. */
export type AbTestIds = Record<'tested' | 'variant' | 'testing' | 'decided', string>;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: string, path: string, body?: unknown) => Promise<any>;
/** Makes a draft. */
type Draft = (name: string, more: Record<string, unknown>) => Promise<string>;

export async function makeAbTests(
  call: Call,
  draft: Draft,
  { list, guests }: { list: string; guests: string },
): Promise<AbTestIds> {
  const make = async (name: string, list_uid: string, settings: object, subjects: readonly string[]) => {
    const uid = await draft(name, { list_uid, status: 'draft', options: { open_tracking: 'yes', url_tracking: 'no' } });
    await call('PUT', `/campaigns/${uid}/ab-test`, settings);
    const others: string[] = [];
    for (const subject of subjects)
      others.push((await call('POST', `/campaigns/${uid}/ab-test/variants`, { subject })).campaign_uid);
    return { uid, others };
  };
  const send = async (uid: string) => {
    await call('POST', `/campaigns/${uid}/send`, { send_at: '2026-01-01 09:00:00' });
    const isSent = async () => {
      const { variants } = (await call('GET', `/campaigns/${uid}/ab-test`)).data.record;
      return variants.every(({ status }: { status: string }) => status === 'sent');
    };
    await until('the variants are sent', isSent);
  };
  const tested = await make(CAMPAIGN, list, { percent: 20, decided_by: 'opens', wait_minutes: 2880 }, VARIANTS);
  await call('PUT', `/campaigns/${tested.others[1]}`, { status: 'draft', subject: '' });
  const testing = await make('Wheel check', guests, { percent: 40 }, VARIANTS.slice(0, 1));
  await send(testing.uid);
  const decided = await make('Wheel check, repeated', guests, { percent: 40, decided_by: 'hand' }, ['Your wheels']);
  await send(decided.uid);
  await call('POST', `/campaigns/${decided.uid}/ab-test/winner`, { campaign_uid: decided.others[0] });
  return { tested: tested.uid, variant: tested.others[0] ?? '', testing: testing.uid, decided: decided.uid };
}

/** What the variants of the one that waits have come to. @param many people of its audience */
export async function countAbTest(db: Db, uid: string, many: number): Promise<void> {
  const found = db.selectFrom('campaign').select(['id', 'customer_id']).where('uid', '=', uid);
  const first = await found.executeTakeFirstOrThrow();
  const variants = await variantsOf(db, first);
  const of = (share: number) => Math.round(many * share);
  for (const [n, { id }] of variants.entries())
    await setCounters(db, id, {
      audience: of(0.2),
      accepted: of(0.198),
      rejected: of(0.001),
      unique_opens: of(0.08),
      opens: of(0.1),
      unique_clicks: of(0.0105),
      clicks: of(0.02),
      filtered_clicks: of(0.012),
      filtered_unique_opens: of(0.05 + n * 0.013),
      filtered_opens: of(0.07),
      filtered_unique_clicks: of(0.0098),
    });
}
