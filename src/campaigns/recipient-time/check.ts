// Whether a campaign can reach each recipient at their own time, and what is stored of it.
import type { Faults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { getFieldType, type KnownFieldType } from '../../lists/fields/types.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, List } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import { hasAudience } from '../rules.ts';
import { isSeveralADay } from '../schedule/cron.ts';
import { beginsEarlyFrom, parsedRecipientTime, type RecipientTime, toColumn } from './rules.ts';

export const WINDOW_OR_TIME = say('campaign-zone-window');
export const TEST_OR_TIME = say('campaign-zone-test');
const FOLLOWS = say('campaign-zone-autoresponder');
const TOGETHER = say('campaign-zone-together');
const otherClock = (zone: string) => say('campaign-zone-other-clock', { zone });
const BEGUN = say('campaign-zone-begun');

/** The campaign as it is to be, as far as it matters here. */
type Wanted = Pick<Campaign, 'send_at' | 'next_run_at' | 'sending_window' | 'type'> & {
  options: { cronjob: string | null; cronjob_enabled: number };
};

type Around = { findTags: FindTags; timeZone: string; at: number };

export type RecipientTimeColumns = Pick<Campaign, 'recipient_time_zone' | 'begins_early'>;

/**
 * The columns of a campaign as it is to be; adds to `faults`, which name members of `delivery`.
 * @param asked null: none any more; undefined: as it was
 * @param around `list`: the first one, where it is known; `findTags`: fields that can say a zone;
 * `timeZone`: that of the customer; `at`: now, ms
 */
export async function checkedRecipientTime(
  asked: RecipientTime | null | undefined,
  wanted: Wanted,
  { before, list, around }: { before: Campaign | undefined; list: List | undefined; around: Around },
  faults: Faults,
): Promise<RecipientTimeColumns> {
  const stands = before?.recipient_time_zone ?? null;
  const column = asked === undefined ? stands : asked && toColumn(asked);
  const time = parsedRecipientTime(column);
  const name = 'delivery.recipient_time_zone';
  const hasBegun = before !== undefined && hasAudience(before);
  if (hasBegun && column !== stands) faults[name] ??= BEGUN;
  if (hasBegun && stands !== null && wanted.send_at !== before.send_at) faults['send_at'] ??= BEGUN;
  if (!time) return { recipient_time_zone: column, begins_early: 0 };
  if (wanted.type === 'autoresponder') faults[name] ??= FOLLOWS;
  if (!hasBegun) checkRuns(wanted, time, around, faults);
  if (wanted.sending_window !== null) faults[name] ??= WINDOW_OR_TIME;
  const why =
    time.field !== null && !hasBegun && list ? await whyNoField(time.field, list, around.findTags) : undefined;
  if (why !== undefined) faults[`${name}.field`] ??= why;
  const begins_early = hasBegun
    ? before.begins_early
    : beginsEarlyFrom(wanted.next_run_at ?? wanted.send_at, time, around.at);
  return { recipient_time_zone: column, begins_early };
}

/** Of a recurring campaign: each run goes to everybody when their clocks show its time. */
function checkRuns({ options }: Wanted, time: RecipientTime, { timeZone, at }: Around, faults: Faults): void {
  const { cronjob, cronjob_enabled } = options;
  if (cronjob_enabled !== 1 || cronjob === null || faults['options.cronjob'] !== undefined) return;
  const name = 'delivery.recipient_time_zone';
  if (time.time_zone !== timeZone) faults[`${name}.time_zone`] ??= otherClock(timeZone);
  if (time.last_open && isSeveralADay(cronjob, at)) faults[`${name}.last_open`] ??= TOGETHER;
}

/** The fields of a list whose values are one text: by tag, whether a value can name a zone. */
export type FindTags = (list: List) => Promise<ReadonlyMap<string, boolean>>;

/** Looks the fields up in the store. */
export const tagsIn =
  (db: Db): FindTags =>
  async (list) => {
    const fields = await fieldsOf(db, list.customer_id, list.id);
    return new Map(fields.map(({ tag, type }) => [tag, tag !== EMAIL_TAG && isOneText(getFieldType(type))]));
  };

const ONE_TEXT: readonly KnownFieldType['identifier'][] = ['text', 'dropdown', 'radiolist'];
const isOneText = ({ identifier }: KnownFieldType) => ONE_TEXT.includes(identifier);

async function whyNoField(field: string, list: List, findTags: FindTags): Promise<Told | undefined> {
  const tags = await findTags(list);
  const fits = [...tags].filter(([, fit]) => fit).map(([tag]) => tag);
  if (tags.get(field) === true) return undefined;
  const instead = fits.length === 0 ? 'it has no such field yet' : `it has ${fits.slice(0, 20).join(', ')}`;
  return tags.has(field)
    ? say('campaign-zone-field-kind', { field, instead })
    : say('campaign-zone-field-missing', { field: field.slice(0, 50), instead });
}
