// Changes a template.

import { noteUses } from '../blocks/saved/uses.ts';
import { requireEtag } from '../http/requests/etag.ts';
import { hashesIn } from '../mail/html/file-addresses.ts';
import { noteUsed } from '../media/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Template } from '../storage/tables.ts';
import type { PageSource } from './create.ts';
import { notePicture, pictureOf } from './gallery/picture.ts';
import { filesOfTemplate, lockTemplate, replaceFiles, updateTemplate } from './queries.ts';
import { named, tagOf } from './rules.ts';
import { storeArchive } from './store-archive.ts';

/** Whoever writes saves every few words: a picture is made when they have stopped for this long. */
const SETTLED_MS = 10_000;

/** Absent members stay; a subject of null is taken away. */
type TemplateChanges = {
  name?: string | undefined;
  subject?: string | null | undefined;
  source?: PageSource | undefined;
  /** What the request was made for, as in `If-Match`; absent: whatever stands. */
  ifMatch?: string | undefined;
};

/**
 * Changes the given members. A new page keeps the template's files that it still refers to.
 * @returns the template as it is now
 * @throws AppError `stale` when it is another than was asked for, `not_found`
 */
export async function changeTemplate(
  db: Db,
  template: Template,
  { name, subject, source, ifMatch }: TemplateChanges,
  at: number,
): Promise<Template> {
  const picture = source && (await pictureOf(source.html));
  return inTransaction(db, async (tx) => {
    const before = await lockTemplate(tx, template);
    requireEtag(ifMatch, tagOf(before), before.updated_at);
    const set = {
      ...(name !== undefined && named(name)),
      ...(subject !== undefined && { subject }),
      ...(source && { content: source.html, blocks: source.blocks ?? null }),
      updated_at: at,
    };
    await updateTemplate(tx, template, set);
    const changed = { ...before, ...set };
    if (!source) return changed;
    if (picture) await notePicture(tx, template, { ...picture, dueAt: at + SETTLED_MS });
    const { html, files } = await storeArchive(tx, source);
    const used = hashesIn(html);
    await noteUsed(tx, template.customer_id, used);
    const paths = new Set(files.map(({ path }) => path));
    const former = (await filesOfTemplate(tx, template)).filter(({ hash, path }) => used.has(hash) && !paths.has(path));
    await replaceFiles(tx, template, [...files, ...former]);
    const { id, customer_id } = template;
    await noteUses(tx, { kind: 'template', id, customer_id }, source.blocks ?? null);
    return changed;
  });
}
