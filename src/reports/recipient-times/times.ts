// Before a campaign begins that each recipient gets at their own time: how many people get it when,
// and how many have no time zone that could be read. Counted in pieces, as all sums are.
import { sql } from 'kysely';
import {
  beginsEarly,
  dueAtHour,
  dueInZone,
  hourStart,
  parsedRecipientTime,
  type RecipientTime,
  readZone,
} from '../../campaigns/recipient-time/rules.ts';
import { lastHour, lastMails, zoneText } from '../../campaigns/recipient-time/sources.ts';
import { campaignAudience } from '../../campaigns/send-again/audience.ts';
import { listIdsOf } from '../../campaigns/several-lists/lists.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { type Summed, type Summing, summed } from '../counting.ts';

/** People by what is known of them; `unreadable`: their field has a text that names no zone. */
type Sums = {
  zones: Map<string, number>;
  hours: Map<number, number>;
  unknown: number;
  unreadable: number;
  list: number;
  after: number;
};

/** Who gets it at an instant (ms), and the zones, the largest first. */
export type AtOnce = { at: number; people: number; zones: string[] };

export type RecipientTimes = {
  sendAt: number;
  beginsAt: number;
  /** Undefined while it is counted for the first time. */
  found: (Pick<Sums, 'unknown' | 'unreadable'> & { known: number; byLastOpen: number; times: AtOnce[] }) | undefined;
  at: number | undefined;
};

const BEGUN = say('campaign-times-begun');
const ALL_AT_ONCE = say('campaign-times-at-once');

/**
 * Who gets it when, as of now: of a recurring campaign its next run; one without a send time as if
 * it was sent now.
 * @throws AppError `state` where that is no question
 */
export async function recipientTimesOf(
  services: { db: Db; clock: Clock },
  campaign: Campaign,
): Promise<RecipientTimes> {
  const time = parsedRecipientTime(campaign.recipient_time_zone);
  if (!time) throw new AppError('state', ALL_AT_ONCE);
  if (campaign.freeze_until_id !== null) throw new AppError('state', BEGUN);
  const now = services.clock.now();
  const sendAt = Math.max(campaign.next_run_at ?? campaign.send_at ?? now, now);
  const begins = sendAt - beginsEarly(sendAt, time);
  const { segment_id: segment, not_opened_of: again } = campaign;
  const lists = listIdsOf(campaign);
  const key = `recipient-times ${campaign.customer_id} ${lists.join()} ${segment} ${again} ${time.field} ${time.last_open}`;
  const counted = await summed(services, key, summing(services.db, campaign, time, now));
  return { sendAt, beginsAt: Math.max(begins, now), found: counted && sorted(counted, sendAt, time), at: counted?.at };
}

function sorted({ sums }: Summed<Sums>, sendAt: number, time: RecipientTime): RecipientTimes['found'] {
  const times = new Map<number, AtOnce>();
  const add = (at: number, people: number, zone?: string) => {
    const one = times.get(at) ?? { at, people: 0, zones: [] };
    times.set(at, one);
    one.people += people;
    if (zone !== undefined) one.zones.push(zone);
  };
  const byPeople = [...sums.zones].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  for (const [zone, people] of byPeople) add(dueInZone(sendAt, zone, time), people, zone);
  for (const [hour, people] of sums.hours) add(dueAtHour(sendAt, hourStart(hour), time), people);
  if (sums.unknown > 0) add(sendAt, sums.unknown);
  const all = (counts: Map<unknown, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0);
  return {
    known: all(sums.zones),
    byLastOpen: all(sums.hours),
    unknown: sums.unknown,
    unreadable: sums.unreadable,
    times: [...times.values()].toSorted((a, b) => a.at - b.at),
  };
}

const PIECE = 2_000;

/** Walks over the confirmed subscribers of the lists. */
function summing(db: Db, campaign: Campaign, time: RecipientTime, at: number): Summing<Sums> {
  const lists = listIdsOf(campaign);
  const customerId = campaign.customer_id;
  return {
    begin: () => ({ zones: new Map(), hours: new Map(), unknown: 0, unreadable: 0, list: 0, after: 0 }),
    async piece(sums) {
      const listId = lists[sums.list];
      if (listId === undefined) return false;
      const fields = await fieldsOf(db, customerId, listId);
      const field = fields.find(({ tag }) => tag === time.field);
      const text = field ? zoneText(db, field.id) : sql`''`;
      const hour = time.last_open ? lastHour(customerId, await lastMails(db, { customerId, listId })) : undefined;
      const condition = await campaignAudience(db, { ...campaign, part_from: null }, fields, at);
      const confirmed = sql`subscriber.customer_id = ${customerId} and subscriber.list_id = ${listId}
        and subscriber.status = 'confirmed' and subscriber.id > ${sums.after}`;
      const ends = await sql<{ last: number | null; n: number }>`select max(id) as last, count(*) as n
        from (select id from subscriber where ${confirmed} order by id limit ${sql.lit(PIECE)}) as piece`.execute(db);
      const [end] = ends.rows;
      const earlier = lists.slice(0, sums.list);
      const isTwin =
        earlier.length === 0
          ? sql`1 = 0`
          : sql`exists (select 1 from subscriber as twin where twin.customer_id = ${customerId}
              and twin.email_key = subscriber.email_key and twin.list_id in (${sql.join(earlier)})
              and twin.status = 'confirmed')`;
      const { rows } = await sql<{ said: string; hour: number | null; n: number }>`select said, hour, count(*) as n
        from (select ${text} as said, ${hour ?? sql`cast(null as bigint)`} as hour from subscriber
          where ${confirmed} and subscriber.id <= ${Number(end?.last ?? 0)} and ${condition}
            and not ${isSuppressed(customerId, 'subscriber.email_key')} and not ${isTwin}) as one
        group by said, hour`.execute(db);
      for (const { said, hour: opened, n } of rows) count(sums, said, opened, Number(n));
      const isLast = Number(end?.n ?? 0) < PIECE;
      sums.after = isLast ? 0 : Number(end?.last);
      if (isLast) sums.list += 1;
      return sums.list < lists.length;
    },
  };
}

function count(sums: Sums, said: string, hour: number | null, n: number): void {
  const zone = readZone(said);
  if (zone !== undefined) return void sums.zones.set(zone, (sums.zones.get(zone) ?? 0) + n);
  if (said !== '') sums.unreadable += n;
  if (hour === null) sums.unknown += n;
  else sums.hours.set(Number(hour), (sums.hours.get(Number(hour)) ?? 0) + n);
}
