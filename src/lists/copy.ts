// Copies a list: settings and fields, no subscribers. Segments are a later noun: whoever copies
// them calls this first.
import type { List, Tx } from '../storage/tables.ts';
import { addList } from './create.ts';
import { addFields } from './fields/create.ts';
import { inputOf } from './fields/input.ts';
import { fieldsOf } from './fields/queries.ts';
import { nameOfCopy } from './list-settings.ts';

/**
 * Makes a copy of a list, its name counted on (`News #1`).
 * @param at now, ms
 * @returns the copy, and for the number of each field of the source that of its copy
 */
export async function copyList(
  tx: Tx,
  source: List,
  at: number,
): Promise<{ list: List; fieldNumbers: Map<number, number> }> {
  const { display_name, description, opt_in, opt_out, visibility, defaults, notifications, company, pages } = source;
  const columns = { display_name, description, opt_in, opt_out, visibility, defaults, notifications, company, pages };
  const own = { name: nameOfCopy(source.name), noticed_at: source.noticed_at === null ? null : at };
  const list = await addList(tx, source.customer_id, { ...columns, ...own }, at);
  // Made in the old order: it decides between equal places.
  const fields = (await fieldsOf(tx, source.id)).toSorted((a, b) => a.id - b.id);
  const copies = await addFields(tx, list, fields.map(inputOf), at);
  const fieldNumbers = new Map(fields.map((field, index) => [field.number, copies[index]?.number ?? 0]));
  return { list, fieldNumbers };
}
