// How and when a campaign goes out, from block `delivery` of a request and the members that depend
// on each other: its next run, its hours, and its recipients' own time.
import type { FormValue } from '../../http/form/decode.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Campaign, List } from '../../storage/tables.ts';
import type { CampaignDraft } from '../create.ts';
import { readDeliveryBlock } from '../delivery/delivery-change.ts';
import type { CampaignOptions } from '../options.ts';
import { checkedRecipientTime } from '../recipient-time/check.ts';
import type { References } from '../references.ts';
import { TRANSITIONS } from '../rules.ts';
import { firstRunAt } from '../schedule/recurring.ts';
import { toColumn } from '../window/rules.ts';
import { blockOf } from './options.ts';

/** The campaign as it is to be. */
type Wanted = Pick<CampaignDraft, 'send_at' | 'type' | 'status'> & { options: CampaignOptions };

const AT_ONCE = say('campaign-send-at-once');

type Columns =
  | 'uncertain_policy'
  | 'max_per_minute'
  | 'sending_window'
  | 'next_run_at'
  | 'recipient_time_zone'
  | 'begins_early';

/** The columns; absent members stay as they were. Adds to the faults. @param list the first one */
export async function readDelivery(
  sent: FormValue | undefined,
  wanted: Wanted,
  { around, before, faults }: { around: References; before: Campaign | undefined; faults: Faults },
  list: List | undefined,
): Promise<Pick<CampaignDraft, Columns>> {
  const { uncertainPolicy, maxPerMinute, sendingWindow, recipientTime } = readDeliveryBlock(
    blockOf(sent, 'delivery', 'Delivery', faults),
    { prefix: 'delivery.', timeZone: around.timeZone },
    faults,
  );
  const stands = before?.sending_window ?? null;
  const sending_window = sendingWindow === undefined ? stands : sendingWindow && toColumn(sendingWindow);
  const isReadable = faults['options.cronjob'] === undefined;
  const next_run_at = isReadable ? await nextRunOf(wanted, around, before) : null;
  if (isReadable && next_run_at === null && goesAtOnce(wanted, around.at, before)) faults['send_at'] ??= AT_ONCE;
  const time = await checkedRecipientTime(
    recipientTime,
    { ...wanted, next_run_at, sending_window },
    { before, list, around },
    faults,
  );
  return {
    uncertain_policy: uncertainPolicy ?? before?.uncertain_policy ?? 'hold',
    max_per_minute: maxPerMinute === undefined ? (before?.max_per_minute ?? null) : maxPerMinute,
    sending_window,
    next_run_at,
    ...time,
  };
}

/**
 * Whether a campaign that was to recur, at times to come, would go to everybody now, because its
 * send time is past and nobody gave another one.
 */
function goesAtOnce({ type, status, send_at }: Wanted, at: number, before: Campaign | undefined): boolean {
  if (!before || before.next_run_at === null || before.run_count > 0 || send_at !== before.send_at) return false;
  return (
    type === 'regular' && TRANSITIONS.start.from.some((from) => from === status) && send_at !== null && send_at <= at
  );
}

async function nextRunOf(wanted: Wanted, around: References, before: Campaign | undefined): Promise<number | null> {
  const lastRun = await around.lastRunOf(before);
  return firstRunAt({ ...wanted, freeze_until_id: before?.freeze_until_id }, { ...around, lastRun });
}
