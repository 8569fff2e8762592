// Checksums of tables: the sum of what each row hashes to, so that rows may come in any order and a
// sum may be gone on with.
import { hash } from 'node:crypto';
import type { RowValues, Value } from '../../storage/moving/rows.ts';

/** How many rows, and four numbers of 48 bits. */
export type Sum = { rows: number; parts: readonly number[] };

export const NO_SUM: Sum = { rows: 0, parts: [0, 0, 0, 0] };

const PART_BYTES = 6;
const MOST = 2 ** (8 * PART_BYTES);

/** A row in words that both engines' values lead to. */
export const textOf = (row: RowValues): string => JSON.stringify(row.map(wordOf));

const wordOf = (value: Value) => (value instanceof Uint8Array ? ['bytes', hash('sha256', value)] : value);

/** A sum with further rows. @param texts of rows, see textOf */
export function addTo(sum: Sum, texts: readonly string[]): Sum {
  const parts = [...sum.parts];
  for (const text of texts) {
    const digest = hash('sha256', text, 'buffer');
    for (let n = 0; n < parts.length; n += 1) {
      parts[n] = ((parts[n] ?? 0) + digest.readUIntBE(n * PART_BYTES, PART_BYTES)) % MOST;
    }
  }
  return { rows: sum.rows + texts.length, parts };
}

export const isSame = (one: Sum, other: Sum): boolean =>
  one.rows === other.rows && one.parts.every((part, n) => part === other.parts[n]);
