// Changes a template.

import { noteUses } from '../blocks/saved/uses.ts';
import { hashesIn } from '../mail/html/file-addresses.ts';
import { noteUsed } from '../media/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Template } from '../storage/tables.ts';
import type { PageSource } from './create.ts';
import { notePicture, pictureOf } from './gallery/picture.ts';
import { filesOfTemplate, replaceFiles, updateTemplate } from './queries.ts';
import { named } from './rules.ts';
import { storeArchive } from './store-archive.ts';

/** Whoever writes saves every few words: a picture is made when they have stopped for so long. */
const SETTLED_MS = 10_000;

/** Absent members stay; a subject of null is taken away. */
type TemplateChanges = {
  name?: string | undefined;
  subject?: string | null | undefined;
  source?: PageSource | undefined;
};

/** Changes the given members. A new page keeps the template's files that it still refers to. */
export function changeTemplate(
  db: Db,
  template: Template,
  { name, subject, source }: TemplateChanges,
  at: number,
): Promise<void> {
  const picture = source && pictureOf(source.html);
  return inTransaction(db, async (tx) => {
    await updateTemplate(tx, template, {
      ...(name !== undefined && named(name)),
      ...(subject !== undefined && { subject }),
      ...(source && { content: source.html, blocks: source.blocks ?? null }),
      updated_at: at,
    });
    if (!source) return;
    if (picture) await notePicture(tx, template, { ...picture, dueAt: at + SETTLED_MS });
    const { html, files } = await storeArchive(tx, source);
    const used = hashesIn(html);
    await noteUsed(tx, template.customer_id, used);
    const paths = new Set(files.map(({ path }) => path));
    const before = (await filesOfTemplate(tx, template)).filter(({ hash, path }) => used.has(hash) && !paths.has(path));
    await replaceFiles(tx, template, [...files, ...before]);
    const { id, customer_id } = template;
    await noteUses(tx, { kind: 'template', id, customer_id }, source.blocks ?? null);
  });
}
