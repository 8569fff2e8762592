// The commands `log`, `retry-failed` and `explain`: what became of a campaign's messages, in a terminal.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type CommandContext, printTable, runCommand, showUsage } from '../accounts/commands.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { AppError, asError } from '../kernel/errors.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { readDelivery } from './delivery-state.ts';
import { explainAddress } from './explain.ts';
import { heldLines, heldOf } from './held.ts';
import { pageOfLog, wholeLog } from './log.ts';
import { LOG_FILTERS, LOG_STATUSES, LOGGED, type LogWanted, relayNameOf } from './log-status.ts';
import { findCampaignOfAnybody } from './queries.ts';
import { retryFailed } from './retry-failed.ts';
import { logAsCsv } from './wire/log.ts';

const LOG_USAGE = `Usage: npx mailwright log <campaign_uid> [options]

Shows how far the delivery of a campaign is, and what became of its messages.

Options:
  --status <status>   only ${LOG_STATUSES.slice(0, 4).join(', ')},
                      ${LOG_STATUSES.slice(4).join(', ')},
                      or in the state ${LOGGED.join(', ')}
  --limit <n>         messages to show, 1 to 500 (default 20)
  --csv <file>        writes all of them to a CSV file instead`;

const RETRY_USAGE = `Usage: npx mailwright retry-failed <campaign_uid> [--include-uncertain]

Sends the messages that were rejected once more, but not to who unsubscribed, is suppressed, or bounced for good.
A campaign that is sent goes back to sending.

Options:
  --include-uncertain   also messages of which nobody knows whether they were accepted: some may arrive twice`;

const EXPLAIN_USAGE = `Usage: npx mailwright explain <campaign_uid> <address>

Says why an address was not mailed by a campaign, or what became of its message.`;

const text = { type: 'string' } as const;
const help = { type: 'boolean', short: 'h' } as const;

/** `hostname`: that of the installation's base address, for the Message-IDs of the log. */
export type LogContext = CommandContext & { hostname: string };

/** Runs `log`. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function logCommand(args: string[], context: LogContext): Promise<number> {
  return runCommand({ usage: LOG_USAGE, args }, context, async () => {
    const options = { status: text, limit: text, csv: text, help } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return showUsage(LOG_USAGE, context);
    const [uid, ...more] = positionals;
    if (uid === undefined || more.length > 0) return undefined;
    const status = statusOf(values.status);
    const limit = limitOf(values.limit);
    const campaign = await theCampaign(context.db, uid);
    if (values.csv === undefined) await showLog(context, campaign, { status, limit });
    else await writeLog(context, campaign, { status, path: values.csv });
    return 0;
  });
}

/** Runs `retry-failed`. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function retryCommand(args: string[], context: CommandContext): Promise<number> {
  return runCommand({ usage: RETRY_USAGE, args }, context, async () => {
    const options = { 'include-uncertain': { type: 'boolean' }, help } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return showUsage(RETRY_USAGE, context);
    const [uid, ...more] = positionals;
    if (uid === undefined || more.length > 0) return undefined;
    const { db, clock, print } = context;
    const campaign = await theCampaign(db, uid);
    const includeUncertain = values['include-uncertain'] === true;
    const { retried, excluded } = await retryFailed(db, campaign, { includeUncertain }, clock.now());
    print(`${count(retried)} pending again${excluded > 0 ? `, ${count(excluded)} left as they are` : ''}.`);
    return 0;
  });
}

/** Runs `explain`. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function explainCommand(args: string[], context: CommandContext): Promise<number> {
  return runCommand({ usage: EXPLAIN_USAGE, args }, context, async () => {
    const { values, positionals } = parseArgs({ args, options: { help }, allowPositionals: true });
    if (values.help) return showUsage(EXPLAIN_USAGE, context);
    const [uid, email, ...more] = positionals;
    if (uid === undefined || email === undefined || more.length > 0) return undefined;
    const { db, clock, print } = context;
    const campaign = await theCampaign(db, uid);
    print(printable((await explainAddress(db, campaign, email.trim(), clock.now())).text));
    return 0;
  });
}

/** The campaign of that uid, whoever owns it. @throws AppError `not_found` */
export async function theCampaign(db: Db, uid: string): Promise<Campaign> {
  const campaign = await findCampaignOfAnybody(db, uid);
  if (!campaign) throw new AppError('not_found', `There is no campaign "${uid}".`);
  return campaign;
}

function statusOf(asked: string | undefined): LogWanted | undefined {
  if (asked === undefined) return undefined;
  const known = LOG_FILTERS.find((status) => status === asked.toLowerCase());
  if (!known) throw new AppError('bad_request', `The status must be one of: ${LOG_FILTERS.join(', ')}.`);
  return known;
}

function limitOf(asked = '20'): number {
  const limit = /^\d{1,3}$/.test(asked) ? Number(asked) : 0;
  if (limit < 1 || limit > 500) throw new AppError('bad_request', 'The limit must be a whole number from 1 to 500.');
  return limit;
}

async function showLog(
  { db, clock, print }: LogContext,
  campaign: Campaign,
  { status, limit }: { status: LogWanted | undefined; limit: number },
): Promise<void> {
  const { states, counters, waits } = await readDelivery(db, campaign, clock.now());
  const parts = Object.entries(states).filter(([, n]) => n > 0);
  print(`${printable(campaign.name)} (${campaign.uid}) is ${campaign.status}; audience ${count(counters.audience)}.`);
  if (parts.length > 0) print(parts.map(([state, n]) => `${count(n)} ${state.replace('_', ' ')}`).join(', '));
  if (waits !== null) print(printable(waits));
  const held = heldOf(states.uncertain, campaign.uid);
  for (const line of held ? heldLines(held) : []) print(line);
  const page = await pageOfLog(db, campaign, { filter: { status }, request: { page: 1, perPage: limit } });
  if (page.entries.length > 0) print('');
  printTable(
    ['address', 'status', 'tries', 'at (UTC)', 'relay', 'reply'],
    page.entries.map((entry) => [
      printable(entry.email ?? '(removed)'),
      entry.status,
      String(entry.attempts),
      timeOf(entry.finished_at ?? entry.in_flight_at),
      printable(relayNameOf(entry) ?? ''),
      printable(entry.reply ?? ''),
    ]),
    print,
  );
  if (page.count > page.entries.length)
    print(`… and ${count(page.count - page.entries.length)} more (--csv <file> writes all of them)`);
}

async function writeLog(
  { db, hostname, print }: LogContext,
  campaign: Campaign,
  { status, path }: { status: LogWanted | undefined; path: string },
): Promise<void> {
  const lines = logAsCsv(wholeLog(db, campaign, status), { campaign, hostname });
  try {
    await pipeline(Readable.from(lines), createWriteStream(path, { mode: 0o600 })); // it names people
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new AppError('bad_request', `The file ${path} cannot be written: ${asError(error).message}`);
  }
  print(`The log of ${campaign.uid} is in ${path}.`);
}

const count = (n: number) => n.toLocaleString('en');
const timeOf = (at: number | null) => (at === null ? '' : formatCalendarTime(at));

/** Text from outside on a terminal: without control characters, which could move its cursor or colour it. */
function printable(line: string): string {
  return line.replace(/\p{C}/gu, '\ufffd');
}
