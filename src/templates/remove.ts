// Deletes a template.
import { type Db, inTransaction } from '../storage/db.ts';
import type { Template } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { noteTemplate } from './create.ts';
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
    await noteTemplate(tx, { ...template, blocks: null }, template.blocks);
    if (await deleteTemplate(tx, template)) await addToTally(tx, template.customer_id, 'templates', -1);
  });
}
