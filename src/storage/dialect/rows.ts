// Rows as objects. A function made for the columns of a statement writes them down in one literal:
// all its rows have one hidden class, which making them member by member, or having the driver make
// them, has not, and which whoever reads them is faster with.
import { newRecent } from '../../kernel/recent.ts';

type RowMaker = (values: readonly unknown[]) => object;

/** By the columns, as many statements have the same. */
const makers = newRecent<string, RowMaker>(1_000);

/** @param names columns; of two with one name the last one counts */
export function rowMaker<Row extends object>(names: readonly string[]): (values: readonly unknown[]) => Row {
  const key = names.join('\n');
  let maker = makers.get(key);
  if (!maker) {
    const members = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
    // nothing of it comes from outside: the names are in the texts of our statements
    maker = new Function('values', `return { ${members.join(', ')} };`) as RowMaker;
    makers.set(key, maker);
  }
  return maker as (values: readonly unknown[]) => Row;
}
