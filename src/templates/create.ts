// Creates a template.

import { noteUses } from '../blocks/saved/uses.ts';
import { newUid } from '../kernel/ids.ts';
import { hashesIn } from '../mail/html/file-addresses.ts';
import { noteUsed } from '../media/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Template } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import type { Archive } from './archive.ts';
import { notePicture, pictureOf } from './gallery/picture.ts';
import { insertTemplate, replaceFiles } from './queries.ts';
import { named } from './rules.ts';
import { storeArchive } from './store-archive.ts';

/** A page with its files; `blocks`: the document that it was made of, as JSON. */
export type PageSource = Archive & { blocks?: string | null };

/** Creates a template of the customer from an archive, or from a page without files. */
export async function createTemplate(
  db: Db,
  customerId: number,
  { name, subject, source }: { name: string; subject?: string | null | undefined; source: PageSource },
  at: number,
): Promise<Template> {
  const picture = await pictureOf(source.html);
  return inTransaction(db, async (tx) => {
    const { html, files } = await storeArchive(tx, source);
    const template = await insertTemplate(tx, {
      uid: newUid(),
      customer_id: customerId,
      ...named(name),
      subject: subject ?? null,
      content: html,
      blocks: source.blocks ?? null,
      created_at: at,
      updated_at: at,
    });
    await replaceFiles(tx, template, files);
    await noteUsed(tx, customerId, hashesIn(html));
    await notePicture(tx, template, { ...picture, dueAt: at });
    if (template.blocks !== null)
      await noteUses(tx, { kind: 'template', id: template.id, customer_id: customerId }, template.blocks);
    await addToTally(tx, customerId, 'templates', 1);
    return template;
  });
}
