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
  summary: 'back up the database and the secret into one file, while servers run',
  example: '/mnt/backups/mailwright.backup',
  usage: `<file>

Writes the database as of one moment, the secret and the first API key into one file. Servers keep running. The copy is
checked before it is written, and read back afterwards; only then does the file get its name, and an existing file is
never overwritten. It temporarily needs as much additional space as the database takes.

The file contains every address and the secret: only its owner can read it. Keep it on another machine, along with the
settings (MAILWRIGHT_…). On PostgreSQL backups are made with pg_dump: the command then shows how.
npx mailwright restore puts the file into an empty data folder.`,
  options: {},
  async run({ words: [file, ...more] }, context) {
    if (file === undefined || more.length > 0) return undefined;
    if (file === '') return 'The file name is empty.';
    if (file === '-') return 'A backup cannot go to standard output, because it is read back: give a file name.';
    const { databaseUrl, dataDir, secret, formerSecrets, version } = context.installation();
    if (databaseUrl !== undefined)
      throw new AppError('state', dumpAdvice(file, databaseUrl, secret !== undefined).join('\n'));
    const request = { file, dataDir, secret, formerSecrets, version, variables: variablesOf(context) };
    const backup = await takeNotedBackup(request, context.clock, progressSteps(context.stdout));
    for (const line of summary(file, backup)) context.print(line);
    if (backup.unnoted !== undefined)
      context.warn(
        `The backup could not be noted in ${dataDir} for its servers, because nothing can be written there: ${backup.unnoted}.`,
      );
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
    `${file}: the database as of ${timeText(at)} UTC, ${rows.join(', ')}.`,
    `${sizeText(bytes)} of ${sizeText(whole)}, with ${files.map(({ name }) => name).join(', ')}; checked and read back.`,
  ];
  const kept = variables.filter((name) => name !== 'MAILWRIGHT_DATA_DIR' && name !== 'MAILWRIGHT_SECRET');
  if (kept.length > 0) lines.push(`Not included, keep them too: the values of ${kept.join(', ')}.`);
  return lines;
}
