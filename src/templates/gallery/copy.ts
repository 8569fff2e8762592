// Copies a template.
import { noteUses } from '../../blocks/saved/uses.ts';
import { newUid } from '../../kernel/ids.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Template } from '../../storage/tables.ts';
import { addToTally } from '../../storage/tally.ts';
import { filesOfTemplate, insertTemplate, replaceFiles } from '../queries.ts';
import { named } from '../rules.ts';
import { copyPicture } from './picture.ts';

/** A template like it, with its blocks, files and picture. `at` in ms. */
export function copyTemplate(db: Db, template: Template, name: string, at: number): Promise<Template> {
  return inTransaction(db, async (tx) => {
    const { id: _, ...columns } = template;
    const copy = await insertTemplate(tx, {
      ...columns,
      ...named(name),
      uid: newUid(),
      created_at: at,
      updated_at: at,
    });
    await replaceFiles(tx, copy, await filesOfTemplate(tx, template));
    await copyPicture(tx, template, copy.id);
    if (copy.blocks !== null) {
      const owner = { kind: 'template', id: copy.id, customer_id: copy.customer_id } as const;
      await noteUses(tx, owner, copy.blocks);
    }
    await addToTally(tx, copy.customer_id, 'templates', 1);
    return copy;
  });
}
