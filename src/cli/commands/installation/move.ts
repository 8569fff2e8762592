// The command `move`: the store to another place, or from one engine to the other.
import { resolve } from 'node:path';
import { type Moved, moveStore, takeBack } from '../../../backup/move/move.ts';
import { nameOf, type Place, parsePlace } from '../../../backup/move/place.ts';
import { AppError } from '../../../kernel/errors.ts';
import { counted, countText } from '../../../kernel/text/counted.ts';
import { type Command, type Context, FLAG } from '../../command.ts';
import { progressSteps } from '../../progress.ts';

const OPTIONS = { 'start-over': FLAG, 'take-back': FLAG };

export const moveCommand: Command<typeof OPTIONS> = {
  name: 'move',
  summary: 'move the database: from SQLite to PostgreSQL, or back',
  example: '- < database-url',
  usage: `<database-url> [--start-over] | --take-back

Moves the configured database (MAILWRIGHT_DATABASE_URL, or the one in the data folder) to the place given
here, which must be empty:
  postgres://user:password@host/name   a PostgreSQL database
  sqlite:<folder>                      a data folder with a SQLite database
  -                                    reads the URL from standard input, so that no one sees its password

Stop all servers first. As soon as a move has started, no server starts on the old database. At the end both
databases are read and compared by counts and checksums, and the old one is marked as moved. Run the command
again to resume a move that was interrupted, even by kill -9 or a power failure.

Options:
  --start-over  removes what an interrupted move left at the target, and starts again
  --take-back   puts the old database back into use: campaigns that were in progress are paused there, because
                it does not know what the other one has sent since`,
  options: OPTIONS,
  async run({ words: [word, ...more], values }, context) {
    const takesBack = values['take-back'] === true;
    if (more.length > 0 || (word === undefined && !takesBack)) return undefined;
    if (word !== undefined && takesBack) return '--take-back takes no database URL.';
    const { databaseUrl, dataDir, secret, formerSecrets } = context.installation();
    const from: Place = { databaseUrl, dataDir };
    if (word === undefined) return back(from, context);
    const to = parsePlace(word === '-' ? (await context.readLine()).trim() : word);
    if (nameOf(from) === nameOf(to)) throw new AppError('bad_request', `The database is already at ${nameOf(to)}.`);
    const startedAt = performance.now();
    const steps = progressSteps(context.stdout, { tellsLeft: true });
    const request = { from, to, secret, formerSecrets, startsOver: values['start-over'] === true };
    const moved = await moveStore(request, context.clock, steps);
    if (!moved) {
      context.print(`The database has already moved to ${nameOf(to)}.`);
      return 0;
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const line of summary({ from, to, secret }, moved, seconds)) context.print(line);
    return 0;
  },
};

type Ends = { from: Place; to: Place; secret: string | undefined };

function summary(
  { from, to, secret }: Ends,
  { tables, rows, hadBegun, replaced }: NonNullable<Moved>,
  seconds: number,
): string[] {
  const rate = hadBegun ? '' : `, ${countText(Math.round(rows / seconds))} rows/s`;
  const onPostgres = to.databaseUrl !== undefined;
  const lines = [
    `Moved to ${nameOf(to)}: ${counted(rows, 'row')} of ${counted(tables, 'table')}, compared by counts and checksums; ${countText(Math.ceil(seconds))} s${rate}.`,
  ];
  if (replaced > 0) {
    lines.push(`In ${counted(replaced, 'text')} U+0000 was replaced by U+FFFD, because PostgreSQL does not accept it.`);
  }
  lines.push(
    onPostgres
      ? 'Start the servers with their previous settings, and MAILWRIGHT_DATABASE_URL set to the new database.'
      : `Start the server with its previous settings, MAILWRIGHT_DATA_DIR=${resolve(to.dataDir)}, and without MAILWRIGHT_DATABASE_URL.`,
  );
  if (secret !== undefined) lines.push('MAILWRIGHT_SECRET stays as it is set here.');
  else lines.push(onPostgres ? 'The secret is now in the database.' : 'The secret is now in the new folder.');
  lines.push(
    `The database at ${nameOf(from)} is closed: no server uses it. Remove it when you no longer need it, or put it back into use: npx mailwright move --take-back.`,
  );
  return lines;
}

async function back(from: Place, { clock, print }: Context): Promise<number> {
  const { mark, held } = await takeBack(from, clock);
  print(`The database at ${nameOf(from)} is back in use, from the next server start.`);
  if (!held) {
    print(`The move to ${mark.other} was not complete: no one was emailed from there. You can remove what is there.`);
    return 0;
  }
  print(
    `Stop the servers on ${mark.other} permanently, or people would be emailed twice. Changes made there since are not here.`,
  );
  print(
    `It is unknown what was sent since: ${counted(held.paused, 'campaign')} paused, ${counted(held.inFlight + held.mails, 'message')} uncertain. See docs/backup.md for what to do about them.`,
  );
  return 0;
}
