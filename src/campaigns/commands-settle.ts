// The command `settle`: what is held as uncertain, and what becomes of it.
import { parseArgs } from 'node:util';
import { type CommandContext, printTable, runCommand, showUsage } from '../accounts/commands.ts';
import { emailKey } from '../kernel/address.ts';
import { AppError } from '../kernel/errors.ts';
import { theCampaign } from './commands.ts';
import { CHOICES, type Choice, heldLines, heldOf, MEANINGS } from './held.ts';
import { findCounters } from './queries.ts';
import { heldCampaigns } from './queries-held.ts';
import { settleUncertain } from './settle-uncertain.ts';

const USAGE = `Usage: npx mailwright settle [<campaign_uid> [${CHOICES.join('|')}]] [options]

Says which campaigns hold messages of which nobody knows whether they were accepted, or settles those of one campaign.
${CHOICES.map((choice) => `  ${choice.padEnd(8)}${MEANINGS[choice]}`).join('\n')}

Options:
  --email <address>   only the message to this address; may be given several times
  --dry-run           counts, and changes nothing`;

/** Runs `settle`. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function settleCommand(args: string[], context: CommandContext): Promise<number> {
  return runCommand({ usage: USAGE, args }, context, async () => {
    const options = {
      email: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return showUsage(USAGE, context);
    const [uid, asked, ...more] = positionals;
    if (more.length > 0) return undefined;
    if (uid === undefined) return listHeld(context);
    const choice = choiceOf(asked);
    const { db, clock, print } = context;
    const campaign = await theCampaign(db, uid);
    const isDry = choice === undefined || values['dry-run'] === true;
    const settlement = { choice: isDry ? undefined : choice, emails: values.email };
    const { settled, unknown } = await settleUncertain(db, campaign, settlement, clock.now());
    for (const email of unknown) print(`${JSON.stringify(emailKey(email))} is not on the list of the campaign.`);
    if (choice !== undefined) print(`${settled.toLocaleString('en')} ${isDry ? WOULD[choice] : DONE[choice]}.`);
    const counters = await findCounters(db, campaign.id);
    const held = heldOf(counters?.uncertain ?? 0, campaign.uid);
    for (const line of held ? heldLines(held) : ['No message of the campaign is held as uncertain.']) print(line);
    return 0;
  });
}

const DONE: Readonly<Record<Choice, string>> = {
  accept: 'taken as accepted',
  resend: 'pending again',
  skip: 'given up',
};
const WOULD: Readonly<Record<Choice, string>> = {
  accept: 'would be taken as accepted',
  resend: 'would be pending again',
  skip: 'would be given up',
};

function choiceOf(asked: string | undefined): Choice | undefined {
  if (asked === undefined) return undefined;
  const known = CHOICES.find((choice) => choice === asked.toLowerCase());
  if (!known) throw new AppError('bad_request', `Settle them with one of: ${CHOICES.join(', ')}.`);
  return known;
}

async function listHeld({ db, print }: CommandContext): Promise<number> {
  const { campaigns, messages, most } = await heldCampaigns(db, 100);
  if (campaigns === 0) print('No message is held as uncertain.');
  printTable(
    ['campaign', 'status', 'uncertain'],
    most.map(({ uid, status, uncertain }) => [uid, status, String(uncertain)]),
    print,
  );
  if (campaigns > most.length) print(`… and ${campaigns - most.length} more, ${messages} messages in all`);
  return 0;
}
