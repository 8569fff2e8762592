// The command `restore`: an empty data folder from the file of a backup.
import { resolve } from 'node:path';
import { loadAdvice } from '../../../backup/postgres.ts';
import { type Restored, restoreBackup } from '../../../backup/restore.ts';
import { AppError } from '../../../kernel/errors.ts';
import { counted, countText } from '../../../kernel/text/counted.ts';
import type { Command, Context } from '../../command.ts';
import { timeText } from '../../output.ts';
import { progressSteps } from '../../progress.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'restore a backup into an empty data folder',
  example: '/mnt/backups/mailwright.backup',
  usage: `<file>

Restores a backup into the data folder (MAILWRIGHT_DATA_DIR), which must be empty. First stop the server that the backup
was made of, permanently: otherwise both would email the same people. Nothing is put in place until the whole file was
read and verified. Until then no server starts there; after an interruption, run the same command again.

Messages that may have been sent since the backup are not sent automatically: campaigns that were in progress, or have
become due since, are paused, and messages that were in flight are held as uncertain, transactional emails too.`,
  options: {},
  async run({ words: [file, ...more] }, context) {
    if (file === undefined || more.length > 0) return undefined;
    if (file === '') return 'The file name is empty.';
    const { databaseUrl, dataDir, secret, version } = context.installation();
    if (databaseUrl !== undefined) throw new AppError('state', loadAdvice(file, databaseUrl).join('\n'));
    const progress = progressSteps(context.stdout)('Restoring', 'MB');
    const restored = await restoreBackup({ file, dataDir, secret, version }, context.clock, progress);
    for (const line of summary(resolve(dataDir), restored, context)) context.print(line);
    return 0;
  },
};

function summary(folder: string, { manifest, held }: Restored, { program }: Context): string[] {
  const { at, version, counts, variables } = manifest;
  const lines = [
    `${folder}: the database as of ${timeText(at)} UTC, written by version ${version}, with ${counted(counts['subscriber'] ?? 0, 'subscriber')}.`,
  ];
  const paused = counted(held.paused, 'campaign was', 'campaigns were');
  if (held.paused > 0) lines.push(`${paused} in progress or due, and paused: it is unknown what was sent since.`);
  const flown = held.inFlight + held.mails;
  if (flown > 0) {
    const messages = counted(flown, 'message is', 'messages are');
    lines.push(
      `${messages} held as uncertain: ${countText(held.inFlight)} in flight at that time, ${countText(held.mails)} transactional.`,
    );
  }
  const missing = variables.filter((name) => name !== 'MAILWRIGHT_SECRET' && !program.environment[name]?.trim());
  if (missing.length > 0) lines.push(`Set where the backup was made, but not here: ${missing.join(', ')}.`);
  lines.push(
    'Start the server with its previous settings. See docs/backup.md for what to do about paused campaigns and uncertain messages.',
  );
  return lines;
}
