// Copies a list: settings and fields, no subscribers. Segments are a later noun: whoever copies them calls this first.
import type { List, Tx } from '../storage/tables.ts';
import { addList } from './create.ts';
import { addField } from './create-field.ts';
import { inputOf } from './field-input.ts';
import { nameOfCopy } from './list-settings.ts';
import { fieldsOf } from './queries-fields.ts';

/**
 * Makes a copy of a list, its name counted on (`News #1`).
 * @param at now, ms
 * @returns the copy, and for each field of the source the id of its copy
 */
export async function copyList(
  tx: Tx,
  source: List,
  at: number,
): Promise<{ list: List; fieldIds: Map<number, number> }> {
  const { display_name, description, opt_in, opt_out, visibility, defaults, notifications, company, pages } = source;
  const columns = { display_name, description, opt_in, opt_out, visibility, defaults, notifications, company, pages };
  const own = { name: nameOfCopy(source.name), noticed_at: source.noticed_at === null ? null : at };
  const list = await addList(tx, source.customer_id, { ...columns, ...own }, at);
  const fieldIds = new Map<number, number>();
  const fields = await fieldsOf(tx, source.id);
  for (const field of fields.toSorted((a, b) => a.id - b.id)) {
    // ids in the old order: it decides between equal places
    const copy = await addField(tx, list, inputOf(field), at);
    fieldIds.set(field.id, copy.id);
  }
  return { list, fieldIds };
}
