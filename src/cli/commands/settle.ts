// The command `settle`: what is held as uncertain, and what becomes of it.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { findCounters } from '../../campaigns/counters.ts';
import { CHOICES, type Choice, heldLines, heldOf, MEANINGS } from '../../campaigns/delivery/held.ts';
import { requireFile } from '../../csv/file.ts';
import { emailKey } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { counted, countText } from '../../kernel/text/counted.ts';
import { heldCampaigns } from '../../messages/uncertain/queries.ts';
import { settleUncertain } from '../../messages/uncertain/settle-uncertain.ts';
import { takeAsMailed } from '../../messages/went-back/take-as-mailed.ts';
import type { Campaign } from '../../storage/tables.ts';
import { type Command, FLAG, type StoreContext, TEXT, TEXTS } from '../command.ts';
import { getCampaign } from '../lookup.ts';
import { printTable } from '../output.ts';

const OPTIONS = { email: TEXTS, mailed: TEXT, 'dry-run': FLAG };

export const settleCommand: Command<typeof OPTIONS> = {
  name: 'settle',
  summary: 'list messages held as uncertain, and decide what happens to them',
  example: 'ab12cd34ef56g accept --email bob@example.com',
  usage: `[<campaign_uid> [${CHOICES.join('|')}]] [options]

Lists the campaigns with messages that may or may not have been accepted (uncertain), or settles those of one campaign.
${CHOICES.map((choice) => `  ${choice.padEnd(8)}${MEANINGS[choice]}`).join('\n')}

Options:
  --email <address>   only the message to this address; may be repeated (exit code 1 when one of them
                      is not on the list)
  --mailed <file>     with accept, in a paused campaign of a database that was restored or went back in time:
                      the addresses in this file, one per line, are in the mail server's log; those that are
                      uncertain or still to be sent count as accepted
  --dry-run           counts, and changes nothing`,
  options: OPTIONS,
  async run({ values, words: [uid, given, ...more] }, { withStore }) {
    if (more.length > 0) return undefined;
    const choice = choiceOf(given);
    if (values.mailed !== undefined && choice !== 'accept') return '--mailed only works with accept.';
    if (values.mailed !== undefined && values.email) return 'Give --mailed or --email, not both.';
    const isOfCampaign = values.mailed !== undefined || values.email || values['dry-run'];
    if (uid === undefined && isOfCampaign) return 'Give the uid of the campaign.';
    return withStore(async (context) => {
      if (uid === undefined) return listHeld(context);
      const { db, clock, print, warn } = context;
      const campaign = await getCampaign(db, uid);
      const isDry = choice === undefined || values['dry-run'] === true;
      if (values.mailed !== undefined) return takeMailed(context, campaign, values.mailed, isDry);
      const settlement = { choice: isDry ? undefined : choice, emails: values.email };
      const { settled, unknown } = await settleUncertain(db, campaign, settlement, clock.now());
      for (const email of unknown) warn(`${JSON.stringify(emailKey(email))} is not on the campaign's list.`);
      if (choice !== undefined) print(`${countText(settled)} ${isDry ? WOULD[choice] : DONE[choice]}.`);
      const counters = await findCounters(db, campaign.customer_id, campaign.id);
      const held = heldOf(counters.uncertain, campaign.uid);
      for (const line of held ? heldLines(held) : ['The campaign has no uncertain messages.']) print(line);
      return unknown.length === 0 ? 0 : 1;
    });
  },
};

/** Lines of a log's extract that are read at once. */
const LINES = 10_000;

async function takeMailed(
  { db, clock, print, warn }: StoreContext,
  campaign: Campaign,
  path: string,
  isDryRun: boolean,
): Promise<number> {
  await requireFile(path);
  let [taken, unknown] = [0, 0];
  const take = async (emails: string[]) => {
    const some = await takeAsMailed(db, campaign, emails, { at: clock.now(), isDryRun });
    taken += some.taken;
    unknown += some.unknown.length;
  };
  const emails: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const email = line.trim().replace(/^<(.*)>$/, '$1');
    if (email !== '') emails.push(email);
    if (emails.length >= LINES) await take(emails.splice(0));
  }
  await take(emails);
  print(`${countText(taken)} ${isDryRun ? WOULD.accept : DONE.accept}.`);
  if (unknown > 0) warn(`${counted(unknown, 'address is', 'addresses are')} not on the list of the campaign.`);
  return 0;
}

const DONE: Readonly<Record<Choice, string>> = {
  accept: 'counted as accepted',
  resend: 'pending again',
  skip: 'given up',
};
const WOULD: Readonly<Record<Choice, string>> = {
  accept: 'would be counted as accepted',
  resend: 'would be pending again',
  skip: 'would be given up',
};

function choiceOf(given: string | undefined): Choice | undefined {
  if (given === undefined) return undefined;
  const known = CHOICES.find((choice) => choice === given.toLowerCase());
  if (!known) throw new AppError('bad_request', `Settle them with one of: ${CHOICES.join(', ')}.`);
  return known;
}

async function listHeld({ db, print }: StoreContext): Promise<number> {
  const { campaigns, messages, most } = await heldCampaigns(db, 100);
  if (campaigns === 0) {
    print('There are no uncertain messages.');
    return 0;
  }
  printTable(
    ['campaign', 'status', 'uncertain'],
    most.map(({ uid, status, uncertain }) => [uid, status, String(uncertain)]),
    print,
  );
  if (campaigns > most.length) print(`… and ${campaigns - most.length} more, ${counted(messages, 'message')} in all`);
  return 0;
}
