// The command `backup`: one file with the store and what else a new machine needs.
import { type NotedBackup, takeNotedBackup } from '../../../backup/noted.ts';
import { dumpAdvice } from '../../../backup/postgres.ts';
import { AppError } from '../../../kernel/errors.ts';
import { counted } from '../../../kernel/text/counted.ts';
import { sizeText } from '../../../kernel/text/size.ts';
import type { Command, Context } from '../../command.ts';
import { timeText } from '../../output.ts';
import { progressSteps } from '../../progress.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'one file with the store and the secret, beside the server that runs',
  example: '/mnt/backups/mailwright.backup',
  usage: `<file>

Writes the store as it is at one moment, the secret and the first API key into one file. Servers go on
meanwhile. The copy is checked before it is written and read again afterwards; until then the file has
no name, and an existing one is never replaced. Beside it as much room is needed as the store takes.

The file holds every address and the secret: it is readable by its owner only. Keep it on another machine,
and the settings (MAILWRIGHT_…) with it. On PostgreSQL pg_dump makes backups: the command then says how.
npx mailwright restore puts the file into an empty data folder.`,
  options: {},
  async run({ words: [file, ...more] }, context) {
    if (file === undefined || more.length > 0) return undefined;
    if (file === '') return 'The name of the file is empty.';
    if (file === '-') return 'A backup is read again before it gets its name: name a file.';
    const { databaseUrl, dataDir, secret, formerSecrets, version } = context.installation();
    if (databaseUrl !== undefined)
      throw new AppError('state', dumpAdvice(file, databaseUrl, secret !== undefined).join('\n'));
    const request = { file, dataDir, secret, formerSecrets, version, variables: variablesOf(context) };
    const backup = await takeNotedBackup(request, context.clock, progressSteps(context.stdout));
    for (const line of summary(file, backup)) context.print(line);
    if (backup.unnoted !== undefined)
      context.warn(`Servers of ${dataDir} do not hear of it, as nothing can be written there: ${backup.unnoted}.`);
    return 0;
  },
};

/** Their names alone: values are passwords, some of them. */
function variablesOf({ program }: Context): string[] {
  return Object.keys(program.environment)
    .filter((name) => name.startsWith('MAILWRIGHT_') && program.environment[name]?.trim())
    .sort();
}

const SHOWN = ['customer', 'list', 'subscriber', 'campaign', 'message'];

function summary(file: string, { at, bytes, files, counts, variables }: NotedBackup): string[] {
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  const rows = SHOWN.map((table) => counted(counts[table] ?? 0, table));
  const lines = [
    `${file}: the store at ${timeText(at)} UTC, ${rows.join(', ')}.`,
    `${sizeText(bytes)} of ${sizeText(whole)}, with ${files.map(({ name }) => name).join(', ')}; checked, and read again.`,
  ];
  const kept = variables.filter((name) => name !== 'MAILWRIGHT_DATA_DIR' && name !== 'MAILWRIGHT_SECRET');
  if (kept.length > 0) lines.push(`Not in it, keep them too: the values of ${kept.join(', ')}.`);
  return lines;
}
