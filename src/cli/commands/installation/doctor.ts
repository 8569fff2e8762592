// The command `doctor`: what is wrong with an installation, and what to do.
import { findOpenFiles } from '../../../accounts/secrets/open-files.ts';
import { AppError } from '../../../kernel/errors.ts';
import { hasOtherSecret } from '../../../relays/in-force.ts';
import { examine, examinedRelay } from '../../../reports/doctor/examine.ts';
import { CHECKS, type Finding, stateOf, warning, wrong } from '../../../reports/doctor/finding.ts';
import { checkDisk } from '../../../reports/doctor/store.ts';
import type { Db } from '../../../storage/db.ts';
import { type Command, type Context, FLAG } from '../../command.ts';
import { jsonText, printable } from '../../output.ts';

const OPTIONS = { json: FLAG };

export const doctorCommand: Command<typeof OPTIONS> = {
  name: 'doctor',
  summary: 'check the installation for problems, and show how to fix them',
  example: '--json',
  usage: `[--json]

Checks configuration, ${CHECKS.join(', ')}.
Runs alongside the server, sends no messages, and changes nothing except the state of the relays it tries.
Exit code 0: nothing is wrong (there may be warnings); 1: something is.

Options:
  --json  {"status": "good|warning|wrong", "findings": [{"check", "state", "code", "text",
          "advice", "values"}]}; code identifies the sentence, values are what it is about`,
  options: OPTIONS,
  async run({ values: { json }, words }, context) {
    if (words.length > 0) return undefined;
    const findings = await findingsIn(context, json === true);
    const state = stateOf(findings);
    if (json) context.print(jsonText({ status: state, findings }));
    else for (const line of linesOf(findings, state)) context.print(line);
    return state === 'wrong' ? 1 : 0;
  },
};

/** A store that cannot be opened is a finding too. */
async function findingsIn({ withStore, installation, stdout }: Context, isQuiet: boolean): Promise<Finding[]> {
  const began = (check: string) => {
    if (!isQuiet && stdout.isTTY) stdout.write(`\r\x1b[Kchecking ${check} …`);
  };
  try {
    return await withStore(async (context) => {
      const relay = examinedRelay(context.relay);
      const secret = await context.secret({ mayDiffer: true });
      return [
        ...(await otherSecret(context.db, secret)),
        ...openToOthers(context.dataDir),
        ...(await examine({ ...context, relay, secret }, began)),
      ];
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    const lines = error.message.split('\n');
    if (error.code === 'invalid')
      return lines.map((line) =>
        wrong('configuration', ['configuration-wrong', line], 'All settings are in docs/settings.md.'),
      );
    const findings = lines.map((line) =>
      wrong('store', ['store-not-opened', line], 'Fix this first, then run doctor again.'),
    );
    return [...findings, ...(await disksInTheWay(installation().dataDir))];
  } finally {
    if (!isQuiet && stdout.isTTY) stdout.write('\r\x1b[K');
  }
}

/** A first start on a full disk leaves a file without a store, which says nothing of the disk. */
async function disksInTheWay(dataDir: string): Promise<Finding[]> {
  return (await checkDisk({ dataDir })).filter(({ state }) => state !== 'good');
}

/** Of servers that do not start because of it nothing else says why. */
async function otherSecret(db: Db, secret: string): Promise<Finding[]> {
  if (!(await hasOtherSecret(db, secret))) return [];
  const text = 'The secret is not the one this database is used with: it was changed, or belongs to other servers.';
  const advice =
    'Restore the previous secret, set MAILWRIGHT_SECRET as it is set for the servers, or put the previous secret into MAILWRIGHT_SECRET_FORMER: see docs/secret.md.';
  return [wrong('configuration', ['secret-other', text], advice)];
}

function openToOthers(dataDir: string): Finding[] {
  return findOpenFiles(dataDir).map(({ code, text, advice }) => warning('configuration', [code, text], advice));
}

const SIGNS = { good: '✓', warning: '!', wrong: '✗' } as const;

function linesOf(findings: readonly Finding[], state: Finding['state']): string[] {
  const lines = findings.flatMap(({ check, state: of, text, advice }) => [
    `${SIGNS[of]} ${check.padEnd(14)}${printable(text)}`,
    ...(advice === null ? [] : [`${' '.repeat(16)}→ ${printable(advice)}`]),
  ]);
  const count = (of: Finding['state']) => findings.filter((finding) => finding.state === of).length;
  const end = state === 'good' ? 'No problems found.' : `Wrong: ${count('wrong')}. Warnings: ${count('warning')}.`;
  return [...lines, '', end];
}
