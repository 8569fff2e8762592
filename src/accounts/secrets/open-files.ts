// Files of the data folder that others than their owner may read or change: umask keeps new ones
// from that, a copied folder or a volume does not.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asError } from '../../kernel/errors.ts';

/** `code` and `text` say what is open to others, `advice` is the command that mends it. */
export type OpenFiles = { code: 'folder-open' | 'files-open'; text: string; advice: string };

/** The secret and former ones, the first API key, the store. */
const OURS = /^(?:secret(?:-former)?|api-key|mailwright\.db(?:-wal|-shm)?)$/;
const WRITE_OF_OTHERS = 0o022;
const ANY_OF_OTHERS = 0o077;
const ENTRY_OF_OTHERS = 0o011;

/** What is open to others in a data folder; nothing where it cannot be looked at. */
export function findOpenFiles(dataDir: string): OpenFiles[] {
  if (process.platform === 'win32') return [];
  const folder = resolve(dataDir);
  try {
    const ours = readdirSync(folder).filter((name) => OURS.test(name));
    if (ours.length === 0) return [];
    const isReached = (modeOf(folder) & ENTRY_OF_OTHERS) > 0; // else nobody comes to its files
    const files = ours.map((name) => join(folder, name)).filter((file) => isReached && modeOf(file) & ANY_OF_OTHERS);
    const found: OpenFiles[] = [];
    if (modeOf(folder) & WRITE_OF_OTHERS) {
      const text = `Others can add files to the data folder and remove them: ${withMode(folder)}.`;
      found.push({ code: 'folder-open', text, advice: `chmod 700 ${quoted(folder)}` });
    }
    if (files.length > 0) {
      const text = `Others can read or change files in the data folder: ${files.map(withMode).join(', ')}.`;
      found.push({ code: 'files-open', text, advice: `chmod 600 ${files.map(quoted).join(' ')}` });
    }
    return found;
  } catch (error) {
    const { code } = asError(error) as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return [];
    throw error;
  }
}

const modeOf = (path: string) => statSync(path).mode & 0o777;
const withMode = (path: string) => `${path} (mode ${modeOf(path).toString(8).padStart(4, '0')})`;
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
