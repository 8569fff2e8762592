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
  summary: 'the store to another place: from SQLite to PostgreSQL, or back',
  example: '- < database-url',
  usage: `<database-url> [--start-over] | --take-back

Moves the store that the configuration names (MAILWRIGHT_DATABASE_URL, else the data folder) to the one
that is named here, which must be empty:
  postgres://user:password@host/name   a PostgreSQL database
  sqlite:<folder>                      a data folder, where the store is a SQLite file
  -                                    the URL is read from standard input, so that nobody sees its password

Stop all servers first. From its beginning on no server starts on the store that is left; at its end both
are read and compared by counts and checksums, and the store that is left says that it has moved. A move
that is interrupted, also by kill -9 or a power cut, goes on where it was when it is started again.

Options:
  --start-over  removes what an interrupted move has left at the target, and begins anew
  --take-back   the store that moved is used again: campaigns that were under way are paused there, as nobody
                knows here what the other one has sent since`,
  options: OPTIONS,
  async run({ words: [word, ...more], values }, context) {
    const takesBack = values['take-back'] === true;
    if (more.length > 0 || (word === undefined && !takesBack)) return undefined;
    if (word !== undefined && takesBack) return 'With --take-back no place is named.';
    const { databaseUrl, dataDir, secret, formerSecrets } = context.installation();
    const from: Place = { databaseUrl, dataDir };
    if (word === undefined) return back(from, context);
    const to = parsePlace(word === '-' ? (await context.readLine()).trim() : word);
    if (nameOf(from) === nameOf(to)) throw new AppError('bad_request', `The store is at ${nameOf(to)} already.`);
    const startedAt = performance.now();
    const steps = progressSteps(context.stdout, { tellsLeft: true });
    const request = { from, to, secret, formerSecrets, startsOver: values['start-over'] === true };
    const moved = await moveStore(request, context.clock, steps);
    if (!moved) {
      context.print(`The store has moved to ${nameOf(to)} already.`);
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
    lines.push(`In ${counted(replaced, 'text')} U+0000 became U+FFFD, as PostgreSQL does not take it.`);
  }
  lines.push(
    onPostgres
      ? 'Start the servers with the settings that they had, and MAILWRIGHT_DATABASE_URL set to the new database.'
      : `Start the server with the settings that it had, MAILWRIGHT_DATA_DIR=${resolve(to.dataDir)}, and without MAILWRIGHT_DATABASE_URL.`,
  );
  if (secret !== undefined) lines.push('MAILWRIGHT_SECRET stays as it is set here.');
  else lines.push(onPostgres ? 'The secret is in the database now.' : 'The secret is in the new folder.');
  lines.push(
    `The store at ${nameOf(from)} is closed: no server uses it. Remove it when you no longer need it; to use it again: npx mailwright move --take-back.`,
  );
  return lines;
}

async function back(from: Place, { clock, print }: Context): Promise<number> {
  const { mark, held } = await takeBack(from, clock);
  print(`The store at ${nameOf(from)} is used again, from the next start of a server on.`);
  if (!held) {
    print(`The move to ${mark.other} had not ended: nobody was mailed from there. What is there can be removed.`);
    return 0;
  }
  print(
    `Stop the servers on ${mark.other} for good: two would mail the same people. What was done there since is not here.`,
  );
  print(
    `Held, as nobody here knows what was sent since: ${counted(held.paused, 'campaign')} paused, ${counted(held.inFlight + held.mails, 'message')} uncertain. docs/backup.md says what to do about them.`,
  );
  return 0;
}
