// The command `log`: how far the delivery of a campaign is, and what became of its messages.

import { heldLines, heldOf } from '../../campaigns/delivery/held.ts';
import { withMark } from '../../csv/write.ts';
import { AppError } from '../../kernel/errors.ts';
import { countText } from '../../kernel/text/counted.ts';
import { findDelivery } from '../../messages/explain/delivery-state.ts';
import { csvOfLog } from '../../messages/log/csv.ts';
import { pageOfLog } from '../../messages/log/log.ts';
import {
  isWanted,
  LOG_FILTERS,
  LOG_STATUSES,
  LOGGED,
  relayNameOf,
  type WantedStatus,
} from '../../messages/log/status.ts';
import type { Campaign } from '../../storage/tables.ts';
import { parseNumber } from '../arguments.ts';
import { type Command, type StoreContext, TEXT } from '../command.ts';
import { getCampaign } from '../lookup.ts';
import { printable, printTable, timeText } from '../output.ts';
import { writeFile, writeOut } from '../write-file.ts';

const OPTIONS = { status: TEXT, limit: TEXT, csv: TEXT };

export const logCommand: Command<typeof OPTIONS> = {
  name: 'log',
  summary: 'show what happened to the messages of a campaign',
  example: 'ab12cd34ef56g --status rejected --csv rejected.csv',
  usage: `<campaign_uid> [options]

Shows the progress of a campaign, and what happened to its messages.

Options:
  --status <status>   only ${LOG_STATUSES.slice(0, 4).join(', ')},
                      ${LOG_STATUSES.slice(4).join(', ')},
                      or the states ${LOGGED.join(', ')}
  --limit <n>         number of messages to show, 1 to 500 (default 20)
  --csv <file>        writes all of them to a CSV file instead; - is standard output`,
  options: OPTIONS,
  async run({ values, words: [uid, ...more] }, { withStore }) {
    if (uid === undefined || more.length > 0) return undefined;
    const status = statusOf(values.status);
    const limit = parseNumber(values.limit ?? '20', { name: 'The limit', least: 1, most: 500 });
    return withStore(async (context) => {
      const campaign = await getCampaign(context.db, uid);
      if (values.csv === undefined) return showLog(context, campaign, { status, limit });
      const { db, hostname, print } = context;
      const content = csvOfLog(db, campaign, { isWanted: isWanted(status), hostname });
      if (values.csv === '-') return writeOut(context.stdout, content);
      await writeFile(values.csv, withMark(content));
      print(`The log of ${campaign.uid} was written to ${values.csv}.`);
      return 0;
    });
  },
};

function statusOf(given: string | undefined): WantedStatus | undefined {
  if (given === undefined) return undefined;
  const known = LOG_FILTERS.find((status) => status === given.toLowerCase());
  if (!known) throw new AppError('bad_request', `The status must be one of: ${LOG_FILTERS.join(', ')}.`);
  return known;
}

async function showLog(
  { db, clock, print }: StoreContext,
  campaign: Campaign,
  { status, limit }: { status: WantedStatus | undefined; limit: number },
): Promise<number> {
  const { states, counters, waits } = await findDelivery(db, campaign, clock.now());
  const parts = Object.entries(states).filter(([, n]) => n > 0);
  print(
    `${printable(campaign.name)} (${campaign.uid}) is ${campaign.status}; audience ${countText(counters.audience)}.`,
  );
  if (parts.length > 0) print(parts.map(([state, n]) => `${countText(n)} ${state.replace('_', ' ')}`).join(', '));
  if (waits !== null) print(printable(waits));
  const held = heldOf(states.uncertain, campaign.uid);
  for (const line of held ? heldLines(held) : []) print(line);
  const page = await pageOfLog(db, campaign, { filter: { status }, request: { page: 1, perPage: limit } });
  if (page.entries.length > 0) print('');
  printTable(
    ['address', 'status', 'tries', 'at (UTC)', 'relay', 'reply'],
    page.entries.map((entry) => [
      entry.email ?? '(removed)',
      entry.status,
      String(entry.attempts),
      timeText(entry.finished_at ?? entry.in_flight_at),
      relayNameOf(entry) ?? '',
      entry.reply ?? '',
    ]),
    print,
  );
  if (page.count > page.entries.length)
    print(`… and ${countText(page.count - page.entries.length)} more (--csv <file> writes all of them)`);
  return 0;
}
