// Makes a backup of a SQLite store beside the server that uses it: the store as it is at one
// moment, and what else of the data folder a new machine needs. The file gets its name when it is
// whole and was read again.
import { createReadStream, existsSync, linkSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { OTHERS, type OtherSecret, readOthers } from '../accounts/secrets/kept.ts';
import { refuseReplaced } from '../coordination/serving.ts';
import { type StoredMark, writeMark } from '../delivery/high-water/mark-file.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { syncPath } from '../kernel/files/sync-path.ts';
import { secretWith } from '../kernel/ids.ts';
import { counted } from '../kernel/text/counted.ts';
import { hasSecretInForce, IN_FORCE } from '../relays/in-force.ts';
import { OTHER_SECRET } from '../relays/own-secret.ts';
import { refuseHalf, requireContent, requireFileOfLog, requireStore, STORE_FILE } from '../storage/folder.ts';
import { MIGRATIONS, newerThan } from '../storage/migrate.ts';
import { marksIn, whyMoved } from '../storage/moving/marks.ts';
import { copyStore, openCopy, type Progress, type RowCounts, type StoreCopy } from '../storage/sqlite/copy.ts';
import { type Member, writeArchive } from './archive.ts';
import { hashOf, readBackup } from './contents.ts';
import { countedIn } from './counted.ts';
import { faultOf, reading } from './fault.ts';
import { FILES, type KeptFile, MANIFEST_FILE, type Manifest, manifestOf } from './manifest.ts';
import { openWorkplace, removeLeft, type Workplace } from './workplace.ts';

export type BackupRequest = {
  /** Where it goes. */
  file: string;
  dataDir: string;
  /** The secret in the configuration; absent: the one in the data folder. */
  secret: string | undefined;
  /** Former secrets in the configuration. */
  formerSecrets?: readonly string[];
  version: string;
  /** Names of the variables that are set. */
  variables: readonly string[];
};

export type Backup = Manifest & { bytes: number };

/** What the folder of a backup that is not whole has after its name; its archive there. */
const PART = '.part';
const ARCHIVE = 'archive';

/** Begins a step of the work; the progress that it gives back counts in `unit`. */
export type Steps = (label: string, unit: string) => Progress;

/**
 * Makes a backup.
 * @throws AppError when the file exists, has no folder or cannot be written, or when the store has
 * a fault; then there is no file
 */
export async function takeBackup(request: BackupRequest, clock: Clock, steps: Steps): Promise<Backup> {
  const { file, dataDir, version } = request;
  refuseHalf(dataDir);
  requireStore(dataDir);
  requireContent(dataDir);
  requireFileOfLog(dataDir);
  refuseReplaced(dataDir);
  requireFolder(dirname(resolve(file)));
  if (existsSync(file)) throw exists(file);
  let workplace: Workplace | undefined;
  try {
    // Backups that are named by their day have another name each time, so nobody else would remove
    // what a killed one left.
    removeLeft(dirname(resolve(file)), PART, [...FILES, ARCHIVE], clock.now());
    workplace = await openWorkplace(`${file}${PART}`, `Another backup is writing ${file} at this moment.`);
    const at = clock.now();
    const store = workplace.file(STORE_FILE);
    const counts = await copyStore(join(dataDir, STORE_FILE), store, steps('Copying', 'pages'));
    const { migrations, secret, mark } = factsOf(request, store, counts, steps);
    writeFileSync(workplace.file('secret'), `${secret}\n`, { mode: 0o600 });
    const others = othersOf(request);
    if (others.length > 0) writeFileSync(workplace.file(OTHERS), `${JSON.stringify(others)}\n`, { mode: 0o600 });
    const key = join(dataDir, 'api-key');
    if (existsSync(key)) writeFileSync(workplace.file('api-key'), reading(key, readFileSync), { mode: 0o600 });
    if (mark) writeMark(workplace.file('high-water.json'), ahead(mark));
    const files = await filesIn(workplace);
    const manifest = manifestOf({ version, at, migrations, counts, variables: [...request.variables], files });
    const archive = workplace.file(ARCHIVE);
    await writeArchive(archive, members(manifest, workplace, steps('Writing', 'MB')), at);
    await readAgain(archive, version, steps('Reading again', 'MB'));
    giveName(archive, file);
    return { ...manifest, bytes: statSync(file).size };
  } catch (error) {
    throw faultOf(error, `The backup ${file} cannot be written`);
  } finally {
    workplace?.remove();
  }
}

/**
 * Otherwise opening the workplace would create the folder, for instance where a disk is not
 * mounted.
 */
function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new AppError('bad_request', `There is no folder ${folder}.`);
}

type Facts = { migrations: string[]; secret: string; mark: Mark | undefined };
type Mark = Omit<StoredMark, 'clean'>;

/** What a copy has. @throws AppError when it is not whole, or when the secret is not its own */
function factsOf(request: BackupRequest, path: string, counts: RowCounts, steps: Steps): Facts {
  const copy = openCopy(path);
  try {
    if (!copy.has('migration')) {
      throw new AppError(
        'unavailable',
        `No backup was made: ${resolve(request.dataDir, STORE_FILE)} contains no database.`,
      );
    }
    const migrations = copy.rows<{ name: string }>('select name from migration order by name').map(({ name }) => name);
    refuseNewer(migrations);
    const faults = copy.faults(steps('Checking', 'tables'));
    const found = copy.counts();
    for (const [table, count] of Object.entries(counts)) {
      if (found[table] !== count)
        faults.push(`table ${table} has ${counted(found[table] ?? 0, 'row')} instead of ${count}`);
    }
    if (faults.length > 0) {
      const words = faults.slice(0, 5).join('; ');
      throw new AppError(
        'unavailable',
        `The database in ${resolve(request.dataDir)} is damaged, so no backup was made: ${words}.`,
      );
    }
    refuseAway(copy);
    const [mark] = copy.rows<Mark>("select uid, n, went_back, coalesce(store, 'file') as store from high_water");
    return { migrations, secret: secretOf(copy, request), mark };
  } finally {
    copy.close();
  }
}

/**
 * This program does not know what belongs to a newer store, and would refuse to read the backup
 * back.
 */
function refuseNewer(applied: readonly string[]): void {
  const newer = newerThan(MIGRATIONS, applied);
  if (newer.length === 0) return;
  throw new AppError(
    'unavailable',
    `No backup was made: the database was written by a newer version of Mailwright (it has ${newer.join(', ')}). Make it with that version.`,
  );
}

/** A restore would refuse a store that has moved away, or that a move has not filled yet. */
function refuseAway(copy: StoreCopy): void {
  if (!copy.has('move')) return; // it is of a former version
  const why = whyMoved(marksIn(copy.rows('select name, value from move')));
  if (why !== undefined) throw new AppError('unavailable', `No backup was made. ${why}`);
}

function secretOf(copy: StoreCopy, { dataDir, secret: configured, formerSecrets = [] }: BackupRequest): string {
  const file = join(resolve(dataDir), 'secret');
  const secret = configured ?? (existsSync(file) ? reading(file, textOf) : undefined);
  if (secret === undefined) {
    throw new AppError('unavailable', `There is no ${file}: set MAILWRIGHT_SECRET here as it is set for the server.`);
  }
  const [setting] = copy.rows<{ value: string }>(`select value from setting where name = '${IN_FORCE}'`);
  if (hasSecretInForce(setting?.value, secretWith(secret, formerSecrets)) === false) {
    throw new AppError('unavailable', OTHER_SECRET);
  }
  return secret;
}

const textOf = (file: string) => readFileSync(file, 'utf8').trim();

/** Former secrets: of the data folder, and of the configuration (`since` 0, as it is not known). */
function othersOf({ dataDir, secret, formerSecrets = [] }: BackupRequest): OtherSecret[] {
  const kept = secret === undefined ? reading(join(dataDir, OTHERS), () => readOthers(dataDir)) : [];
  return [...kept, ...formerSecrets.map((former) => ({ secret: former, since: 0 }))];
}

/**
 * A mark that the store has not reached: wherever the backup is put back, by whatever means, its
 * store is one that went back in time (delivery/high-water).
 */
const ahead = (mark: Mark): StoredMark => ({ ...mark, n: mark.n + 1, clean: false });

async function filesIn(workplace: Workplace): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const name of FILES) {
    const path = workplace.file(name);
    if (existsSync(path)) files.push({ name, size: statSync(path).size, sha256: await hashOf(path) });
  }
  return files;
}

async function* members(manifest: Manifest, workplace: Workplace, progress: Progress): AsyncGenerator<Member> {
  const text = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  yield { name: MANIFEST_FILE, size: text.length, content: Readable.from([text]) };
  const counted = countedIn(manifest.files, progress);
  for (const { name, size } of manifest.files) {
    yield { name, size, content: counted(createReadStream(workplace.file(name))) };
  }
}

/** What was written must be there: read as a restore reads it. */
async function readAgain(archive: string, version: string, progress: Progress): Promise<void> {
  let counted: ReturnType<typeof countedIn> | undefined;
  await readBackup(archive, version, async (_file, content, { files }) => {
    counted ??= countedIn(files, progress);
    for await (const _ of counted(content));
  });
}

/** Without replacing a file that came there meanwhile. */
function giveName(archive: string, file: string): void {
  try {
    linkSync(archive, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw exists(file);
    renameSync(archive, file); // a file system without links
  }
  syncPath(dirname(resolve(file)));
}

function exists(file: string): AppError {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return new AppError(
      'conflict',
      `${file} is a folder. Name a file in it, such as ${join(file, 'today.mailwright')}.`,
    );
  return new AppError('conflict', `${file} exists. A backup replaces nothing: give it another name, or remove it.`);
}
