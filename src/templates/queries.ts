// Statements on tables `template` and `template_file`.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { byCodePoint, lockRows } from '../storage/dialect.ts';
import type { NewTemplate, Template, TemplateUpdate } from '../storage/tables.ts';
import type { StoredFile } from './store-archive.ts';

/** The customer's template with that uid. */
export function findTemplate(db: Db | Tx, customerId: number, uid: string): Promise<Template | undefined> {
  return db
    .selectFrom('template')
    .selectAll()
    .where('uid', '=', uid)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** As findTemplate. @throws AppError `not_found` */
export async function getTemplate(db: Db | Tx, customerId: number, uid: string): Promise<Template> {
  const template = await findTemplate(db, customerId, uid);
  if (!template) throw new AppError('not_found', say('template-missing'));
  return template;
}

/** The template as it is now, locked until the transaction ends. @throws AppError `not_found` */
export async function lockTemplate(
  tx: Tx,
  { id, customer_id }: Pick<Template, 'id' | 'customer_id'>,
): Promise<Template> {
  const template = await tx
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
  if (!template) throw new AppError('not_found', say('template-missing'));
  return template;
}

/** The customer's template of that id. */
export function templateById(db: Db, customerId: number, id: number): Promise<Template | undefined> {
  return db
    .selectFrom('template')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Name and uid of all templates of a customer, newest first. */
export function namesOfTemplates(db: Db, customerId: number): Promise<Pick<Template, 'id' | 'uid' | 'name'>[]> {
  return db
    .selectFrom('template')
    .select(['id', 'uid', 'name'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute();
}

/** The names of these ids, newest first. */
export function namesById(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<Pick<Template, 'id' | 'uid' | 'name'>[]> {
  return db
    .selectFrom('template')
    .select(['id', 'uid', 'name'])
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
}

/** Inserts a template. */
export function insertTemplate(tx: Tx, template: NewTemplate): Promise<Template> {
  return tx.insertInto('template').values(template).returningAll().executeTakeFirstOrThrow();
}

/** Updates a template. */
export async function updateTemplate(tx: Tx, template: Template, changes: TemplateUpdate): Promise<void> {
  await tx
    .updateTable('template')
    .set(changes)
    .where('id', '=', template.id)
    .where('customer_id', '=', template.customer_id)
    .execute();
}

/** Deletes a template. */
export async function deleteTemplate(tx: Tx, template: Template): Promise<void> {
  await tx
    .deleteFrom('template')
    .where('id', '=', template.id)
    .where('customer_id', '=', template.customer_id)
    .execute();
}

/** The files that a template's content refers to or came with. */
export async function filesOfTemplate(
  db: Db | Tx,
  template: Pick<Template, 'id' | 'customer_id'>,
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('template_file')
    .select(['path', 'hash', 'media_type'])
    .where('customer_id', '=', template.customer_id)
    .where('template_id', '=', template.id)
    .orderBy(byCodePoint(db, sql.ref<string>('path')))
    .execute();
  return rows.map(({ path, hash, media_type }) => ({ path, hash, mediaType: media_type }));
}

/** Replaces the files recorded for the template. */
export async function replaceFiles(
  tx: Tx,
  template: Pick<Template, 'id' | 'customer_id'>,
  files: readonly StoredFile[],
): Promise<void> {
  await tx
    .deleteFrom('template_file')
    .where('customer_id', '=', template.customer_id)
    .where('template_id', '=', template.id)
    .execute();
  if (files.length === 0) return;
  const rows = files.map(({ path, hash, mediaType }) => ({
    customer_id: template.customer_id,
    template_id: template.id,
    path,
    hash,
    media_type: mediaType,
  }));
  await tx.insertInto('template_file').values(rows).execute();
}
