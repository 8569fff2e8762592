// Deletes a template.
import { noteUses } from '../blocks/saved/uses.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Template } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { removePictureOf } from './gallery/picture.ts';
import { deleteTemplate, replaceFiles } from './queries.ts';

/**
 * Deletes the template. Campaigns made from it have their own copy, and its pictures stay for mails
 * already sent.
 */
export function removeTemplate(db: Db, template: Template): Promise<void> {
  return inTransaction(db, async (tx) => {
    await replaceFiles(tx, template, []);
    await removePictureOf(tx, template);
    const { id, customer_id } = template;
    await noteUses(tx, { kind: 'template', id, customer_id }, null);
    if (await deleteTemplate(tx, template)) await addToTally(tx, template.customer_id, 'templates', -1);
  });
}
