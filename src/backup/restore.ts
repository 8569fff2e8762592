// Puts a backup into an empty data folder. What is not whole yet lies in a folder of its own inside
// of it; as long as that is there no server uses the data folder (storage/folder.ts), and the next
// restore begins anew.
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireFile } from '../csv/file.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { syncPath } from '../kernel/files/sync-path.ts';
import { holdRestored, type RestoredCounts } from '../messages/went-back/restored.ts';
import { openStore } from '../storage/db.ts';
import { makeDataFolder, RESTORE_FOLDER } from '../storage/folder.ts';
import type { Progress } from '../storage/sqlite/copy.ts';
import { readBackup } from './contents.ts';
import { countedIn } from './counted.ts';
import { faultOf } from './fault.ts';
import { FILES, type Manifest } from './manifest.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

export type RestoreRequest = {
  file: string;
  dataDir: string;
  /** The secret in the configuration. */
  secret: string | undefined;
  version: string;
};

export type Restored = { manifest: Manifest; held: RestoredCounts };

/** Where a restore notes that it begins to put files into the data folder. */
const PLACING = 'placing';
/** What servers and disks leave in a folder that holds nothing. */
const NOTHING = /^(?:server-\w+\.(?:lock|pid)|lost\+found)$/;

/**
 * Restores a backup. Its store holds as uncertain, or paused, what may have been sent since.
 * @param progress counts megabytes
 * @throws AppError when the folder is not empty, or the backup damaged or of a newer program; then
 * nothing of it is there, nor a folder that was made for it
 */
export async function restoreBackup(request: RestoreRequest, clock: Clock, progress: Progress): Promise<Restored> {
  const { file, dataDir } = request;
  const folder = resolve(dataDir);
  const place = join(folder, RESTORE_FOLDER);
  const what = `The backup ${file} cannot be restored into ${folder}`;
  const added = absentOf(folder);
  let workplace: Workplace | undefined;
  let restored: Restored | undefined;
  try {
    await requireFile(file);
    makeDataFolder(dataDir);
    if (!existsSync(place)) requireEmpty(folder);
    workplace = await openWorkplace(place, `Another restore into ${folder} is running.`, () => clear(folder));
    requireEmpty(folder);
    const manifest = await extract(request, workplace, progress);
    const held = await hold(place, clock);
    moveFiles(manifest, workplace, folder);
    restored = { manifest, held };
    return restored;
  } catch (error) {
    if (workplace) clear(folder);
    throw faultOf(error, what);
  } finally {
    workplace?.remove();
    if (workplace) syncPath(folder);
    if (!restored) removeEmpty(added);
  }
}

/** The folders that have to be made for this one, first itself. */
const absentOf = (folder: string): string[] => (existsSync(folder) ? [] : [folder, ...absentOf(dirname(folder))]);

/** Removes folders up to the first that holds something, as another restore's, or is not there. */
function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // it stays
  }
}

/** @throws AppError `conflict` when the folder holds anything */
function requireEmpty(folder: string): void {
  const there = readdirSync(folder).filter((name) => name !== RESTORE_FOLDER && !NOTHING.test(name));
  if (there.length === 0) return;
  const names = `${there.sort().slice(0, 3).join(', ')}${there.length > 3 ? ', …' : ''}`;
  const line = `The folder ${folder} is not empty (${names}). A backup is restored into an empty one: name it in MAILWRIGHT_DATA_DIR.`;
  throw new AppError('conflict', line);
}

/** Removes what a restore that did not end has put into the data folder. */
function clear(folder: string): void {
  if (!existsSync(join(folder, RESTORE_FOLDER, PLACING))) return;
  for (const name of FILES) rmSync(join(folder, name), { force: true });
}

async function extract(
  { file, version, secret }: RestoreRequest,
  workplace: Workplace,
  progress: Progress,
): Promise<Manifest> {
  let counted: ReturnType<typeof countedIn> | undefined;
  const manifest = await readBackup(file, version, async ({ name }, content, { files }) => {
    counted ??= countedIn(files, progress);
    const target = createWriteStream(workplace.file(name), { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(Readable.from(counted(content)), target);
  });
  const kept = readFileSync(workplace.file('secret'), 'utf8').trim();
  if (secret !== undefined && secret !== kept) {
    throw new AppError(
      'conflict',
      'MAILWRIGHT_SECRET is set to another secret than the one of the backup, with which passwords are encrypted and links are signed. Remove the variable here and for the server: the backup has the secret.',
    );
  }
  return manifest;
}

/** Brings the store to the schema of this program, and holds what may have been sent. */
async function hold(place: string, clock: Clock): Promise<RestoredCounts> {
  const store = await openStore({ dataDir: place, isThere: true });
  try {
    return await holdRestored(store.db, clock.now());
  } finally {
    await store.close();
  }
}

/** The store comes last: without it the folder is that of a server that never ran. */
function moveFiles({ files }: Manifest, workplace: Workplace, folder: string): void {
  requireEmpty(folder);
  const note = workplace.file(PLACING);
  writeFileSync(note, '', { mode: 0o600 });
  syncPath(dirname(note));
  for (const { name } of files) renameSync(workplace.file(name), join(folder, name));
  syncPath(folder);
}
