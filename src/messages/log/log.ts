// The message log of a campaign: one page, one message, or all of it in pieces.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withDetails } from '../../campaigns/delivery/details.ts';
import { countStates } from '../../campaigns/delivery/queries.ts';
import { parseMessageId } from '../../campaigns/message-id.ts';
import { findCampaign } from '../../campaigns/queries.ts';
import { emailKey } from '../../kernel/address.ts';
import type { PageRequest } from '../../kernel/page.ts';
import { recentOf } from '../../kernel/recent.ts';
import type { Db } from '../../storage/db.ts';
import { pageOfIds } from '../../storage/paging.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findAddressee } from '../several-lists/addressees.ts';
import { countBecause, type LoggedMessage, messagesAfter, messagesOf, subscribersInLog } from './queries.ts';
import { isLogged, isWanted, LOGGED, type LogStatus, logStatusOf, reasonsOf, type WantedStatus } from './status.ts';

/** A message in the log. */
export type LogEntry = LoggedMessage & { state: (typeof LOGGED)[number]; status: LogStatus };

/** Which messages: with a status or state, and of one person by uid or address. */
export type LogFilter = {
  status?: WantedStatus | undefined;
  subscriberUid?: string | undefined;
  email?: string | undefined;
};

/** One page of the log, in the order of the audience, and how many messages it has. */
export async function pageOfLog(
  db: Db,
  campaign: Campaign,
  { filter, request }: { filter: LogFilter; request: PageRequest },
): Promise<{ count: number; entries: LogEntry[] }> {
  withDetails(campaign);
  if (filter.subscriberUid !== undefined || filter.email !== undefined) {
    const found = await entryOf(db, campaign, filter);
    const isOnPage = request.page === 1;
    return { count: found ? 1 : 0, entries: found && isOnPage ? [found] : [] };
  }
  const count = await countLog(db, campaign, filter.status);
  const key = `log of ${campaign.id} ${filter.status ?? ''}`;
  const options = { key, column: 'message.subscriber_id', count, request, order: 'asc' } as const;
  const ids = await pageOfIds(db, options, () => subscribersInLog(db, campaign, filter));
  const rows = ids.length === 0 ? [] : await messagesOf(db, campaign, ids);
  return { count, entries: rows.flatMap((row) => toEntry(row) ?? []) };
}

/**
 * The message with a Message-ID (RFC 5322, section 3.6.4), when it is the customer's and in the
 * log.
 */
export async function findByMessageId(
  db: Db,
  customerId: number,
  messageId: string,
): Promise<{ campaign: Campaign; entry: LogEntry } | undefined> {
  const named = parseMessageId(messageId);
  const campaign = named && (await findCampaign(db, customerId, named.campaignUid));
  if (!campaign) return undefined;
  const entry = await entryOf(db, withDetails(campaign), { subscriberUid: named.subscriberUid });
  return entry && { campaign, entry };
}

const PIECE = 1_000;

/**
 * The whole log in pieces, in the order of the audience; each piece is read when it is asked for,
 * so that memory does not grow with the log. A message that enters the log before the reader's
 * place is left out.
 */
export async function* wholeLog(
  db: Db,
  campaign: Campaign,
  isWanted: (entry: LogEntry) => boolean,
): AsyncGenerator<readonly LogEntry[]> {
  for (let after = 0; ; ) {
    const rows = await messagesAfter(db, campaign, after, PIECE);
    const last = rows.at(-1);
    if (!last) return;
    after = last.subscriber_id;
    const entries = rows.flatMap((row) => toEntry(row) ?? []);
    const wanted = entries.filter(isWanted);
    if (wanted.length > 0) yield wanted;
    await nextTurn(); // SQLite answers synchronously: other work must run between two pieces
  }
}

async function countLog(db: Db, campaign: Campaign, wanted: WantedStatus | undefined): Promise<number> {
  const states = await countStates(db, campaign);
  if (wanted === undefined) return LOGGED.reduce((sum, state) => sum + states[state], 0);
  const state = LOGGED.find((name) => name === wanted);
  if (state) return states[state];
  if (wanted === 'success') return states.accepted;
  if (wanted === 'temporary-error') return states.deferred;
  const reasons = reasonsOf(wanted) ?? [];
  if (campaign.status !== 'sent') return countBecause(db, campaign, reasons);
  const since = [campaign.finished_at ?? 0, states.rejected, states.uncertain, states.skipped];
  return countOnce(db, campaign, wanted, since);
}

const knownOf = recentOf<Db, number>(1_000);

/**
 * Counted once for a campaign that has finished: a later change of one of its messages changes
 * `since`.
 */
async function countOnce(db: Db, campaign: Campaign, wanted: WantedStatus, since: readonly number[]): Promise<number> {
  const key = JSON.stringify([campaign.id, wanted, since]);
  const known = knownOf(db).get(key);
  if (known !== undefined) return known;
  const count = await countBecause(db, campaign, reasonsOf(wanted) ?? []);
  knownOf(db).set(key, count);
  return count;
}

async function entryOf(db: Db, campaign: Campaign, filter: LogFilter): Promise<LogEntry | undefined> {
  const { subscriberUid, email, status } = filter;
  const byUid = subscriberUid === undefined ? undefined : await findAddressee(db, campaign, { uid: subscriberUid });
  const byEmail = email === undefined ? undefined : await findAddressee(db, campaign, { emailKey: emailKey(email) });
  const id = byUid ?? byEmail;
  if (id === undefined || (subscriberUid !== undefined && byUid !== id) || (email !== undefined && byEmail !== id)) {
    return undefined;
  }
  const [row] = await messagesOf(db, campaign, [id]);
  const entry = row && toEntry(row);
  return entry && isWanted(status)(entry) ? entry : undefined;
}

function toEntry(row: LoggedMessage): LogEntry | undefined {
  return isLogged(row) ? { ...row, status: logStatusOf(row) } : undefined;
}
