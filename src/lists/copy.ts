// Copies a list: settings and fields, no subscribers. Segments are copied by their own room, which
// calls this first.
import type { List, Tx } from '../storage/tables.ts';
import { addList } from './create.ts';
import { addFields } from './fields/create.ts';
import { inputOf } from './fields/input.ts';
import { fieldsOf } from './fields/queries.ts';
import { nameOfCopy } from './list-settings.ts';

/**
 * Creates a copy of a list, with a numbered name (`News #1`).
 * @param at now, ms
 * @returns the copy, and a map from each field number of the source to that of its copy
 */
export async function copyList(
  tx: Tx,
  source: List,
  at: number,
): Promise<{ list: List; fieldNumbers: Map<number, number> }> {
  const { display_name, description, opt_in, opt_out, visibility, defaults, notifications, company, tags, pages } =
    source;
  const columns = {
    display_name,
    description,
    opt_in,
    opt_out,
    visibility,
    defaults,
    notifications,
    company,
    tags,
    pages,
  };
  const own = { name: nameOfCopy(source.name), noticed_at: source.noticed_at === null ? null : at };
  const list = await addList(tx, source.customer_id, { ...columns, ...own }, at);
  // Created in the original order, which decides between fields of the same place.
  const fields = (await fieldsOf(tx, source.customer_id, source.id)).toSorted((a, b) => a.id - b.id);
  const copies = await addFields(tx, list, fields.map(inputOf), at);
  const fieldNumbers = new Map(fields.map((field, index) => [field.number, copies[index]?.number ?? 0]));
  return { list, fieldNumbers };
}
