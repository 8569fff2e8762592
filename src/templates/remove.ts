// Deletes a template.
import { noteUses } from '../blocks/saved/uses.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Template } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { removePictureOf } from './gallery/picture.ts';
import { deleteTemplate, lockTemplate, replaceFiles } from './queries.ts';

/**
 * Deletes the template. Campaigns made from it have their own copy, and its pictures stay for mails
 * already sent.
 * @throws AppError `not_found`
 */
export function removeTemplate(db: Db, template: Template): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockTemplate(tx, template); // whoever is changing it is done, and leaves nothing behind
    await replaceFiles(tx, template, []);
    await removePictureOf(tx, template);
    const { id, customer_id } = template;
    await noteUses(tx, { kind: 'template', id, customer_id }, null);
    await deleteTemplate(tx, template);
    await addToTally(tx, template.customer_id, 'templates', -1);
  });
}
