// Rows of an import that could not be stored, and the file in which they can be repaired.
import { type Sentence, textOf } from '../kernel/sentences/sentence.ts';
import { csvLine, parseCell } from './write.ts';

/**
 * A row that cannot be stored: its first line in the file, its address when it has one, the
 * reasons. `cells`: its values, so that they can be repaired; absent: it could not be split into
 * cells, or is very long.
 */
export type BadRow = { line: number; email: string; reasons: readonly Sentence[]; cells?: readonly string[] };

/** Characters of a row that are kept. */
const KEPT_CHARACTERS = 10_000;

/** The cells of a bad row, as far as they are kept: copies, as slices would keep the whole text. */
export function keptCells(cells: readonly string[]): Pick<BadRow, 'cells'> {
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  return length > KEPT_CHARACTERS ? {} : { cells: JSON.parse(JSON.stringify(cells.map(parseCell))) as string[] };
}

/** The first columns of a file that can be repaired and imported again (`repairLine`). */
export const REPAIR_HEAD = ['LINE', 'REASON'] as const;

/** A bad row as a line of such a file: what is wrong in English, and its own columns. */
export const repairLine = ({ line, reasons, cells = [] }: BadRow): string =>
  csvLine([String(line), textOf(reasons), ...cells]);
