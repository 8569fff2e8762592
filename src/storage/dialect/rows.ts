// Rows as objects. A function made for the columns of a statement writes them down in one literal:
// all its rows have one hidden class, which making them member by member, or having the driver make
// them, has not, and which whoever reads them is faster with.

/** @param names columns; of two with one name the last one counts */
export function rowMaker<Row extends object>(names: readonly string[]): (values: readonly unknown[]) => Row {
  const members = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  // nothing of it comes from outside: the names are in the texts of our statements
  return new Function('values', `return { ${members.join(', ')} };`) as (values: readonly unknown[]) => Row;
}
