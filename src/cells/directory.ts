// Which cell knows an API key. Nobody writes it down: cells are asked about a key that comes for
// the first time, and the answer is kept until that cell refuses the key. Kept are hashes.
import { sha256 } from '../kernel/ids.ts';
import type { Logger } from '../kernel/log.ts';
import { newRecent } from '../kernel/recent.ts';
import type { Cell } from './cells.ts';

/** What a cell says of a key; undefined: it does not answer. */
export type Ask = (cell: Cell, key: string) => Promise<boolean | undefined>;

/**
 * Where a key is known. `nowhere`: every cell said so. `silent`: the cells that could not be asked,
 * while no other one knows it.
 */
export type Found =
  | { is: 'in'; cell: string }
  | { is: 'nowhere' }
  | { is: 'silent'; cells: readonly string[] }
  | { is: 'several'; cells: readonly string[] };

export type Directory = {
  find(key: string): Promise<Found>;
  /** The cell refused the key. */
  forget(key: string): void;
};

const MOST_KEYS = 100_000;
/** For this long a key that nobody knows is not asked for again. */
const NOWHERE_MS = 2_000;

/** @param cells those of now: they can change */
export function openDirectory(
  cells: () => readonly Cell[],
  { ask, log, now = Date.now }: { ask: Ask; log: Logger; now?: () => number },
): Directory {
  const known = newRecent<string, string>(MOST_KEYS);
  const nowhere = newRecent<string, number>(MOST_KEYS);
  const asked = new Map<string, Promise<Found>>();

  async function askAll(key: string, hash: string): Promise<Found> {
    const all = cells();
    const answers = await Promise.all(all.map(async (cell) => ({ name: cell.name, knows: await ask(cell, key) })));
    const which = (knows: boolean | undefined) => answers.filter((one) => one.knows === knows).map(({ name }) => name);
    const [own, silent] = [which(true), which(undefined)];
    if (own.length > 1) {
      log.error({ event: 'cells.key-in-several', cells: own });
      return { is: 'several', cells: own };
    }
    const [cell] = own;
    if (cell !== undefined) {
      known.set(hash, cell);
      return { is: 'in', cell };
    }
    if (silent.length > 0) return { is: 'silent', cells: silent };
    nowhere.set(hash, now());
    return { is: 'nowhere' };
  }

  return {
    find(key) {
      const hash = sha256(key);
      const cell = known.get(hash);
      if (cell !== undefined && cells().some(({ name }) => name === cell)) return Promise.resolve({ is: 'in', cell });
      if (now() - (nowhere.get(hash) ?? Number.NEGATIVE_INFINITY) < NOWHERE_MS)
        return Promise.resolve({ is: 'nowhere' });
      const running = asked.get(hash) ?? askAll(key, hash).finally(() => asked.delete(hash));
      asked.set(hash, running);
      return running;
    },
    forget(key) {
      known.delete(sha256(key));
    },
  };
}
