// What is shown of templates in small: statements on table `template_picture`.
import { sql } from 'kysely';
import { sha256 } from '../../kernel/ids.ts';
import { inSlices } from '../../kernel/slices.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { Template } from '../../storage/tables.ts';
import { outlineSteps } from '../outline/outline.ts';

type Key = Pick<Template, 'id' | 'customer_id'>;

/** What a page is known by, and its outline. */
export const pictureOf = async (html: string) => ({ hash: sha256(html), outline: await inSlices(outlineSteps(html)) });

/**
 * Notes what a template shows from now on; a picture of the same content stays. `dueAt`: when a
 * browser may make one.
 */
export async function notePicture(
  tx: Tx,
  { id, customer_id }: Key,
  { hash, outline, dueAt }: Awaited<ReturnType<typeof pictureOf>> & { dueAt: number },
): Promise<void> {
  const now = { hash, outline, due_at: dueAt, tries: 0, fault: null, picture: null };
  await tx
    .insertInto('template_picture')
    .values({ customer_id, template_id: id, ...now })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'template_id']).doUpdateSet(now).where('template_picture.hash', '<>', hash),
    )
    .execute();
}

/** Gives a template the picture of another that has the same content. */
export async function copyPicture(tx: Tx, from: Key, id: number): Promise<void> {
  await tx
    .insertInto('template_picture')
    .columns(['customer_id', 'template_id', 'hash', 'due_at', 'tries', 'fault', 'outline', 'picture'])
    .expression((eb) =>
      eb
        .selectFrom('template_picture')
        .select([
          'customer_id',
          sql<number>`cast(${id} as bigint)`.as('template_id'),
          'hash',
          'due_at',
          'tries',
          'fault',
        ])
        .select(['outline', 'picture'])
        .where('customer_id', '=', from.customer_id)
        .where('template_id', '=', from.id),
    )
    .execute();
}

export async function removePictureOf(tx: Tx, { id, customer_id }: Key): Promise<void> {
  await tx
    .deleteFrom('template_picture')
    .where('customer_id', '=', customer_id)
    .where('template_id', '=', id)
    .execute();
}

/** What is shown of a template: its picture, else its outline. */
export async function findPicture(
  db: Db,
  customerId: number,
  uid: string,
): Promise<{ hash: string; outline: string; picture: Uint8Array | null } | undefined> {
  return await db
    .selectFrom('template')
    .innerJoin('template_picture', (join) =>
      join
        .onRef('template_picture.customer_id', '=', 'template.customer_id')
        .onRef('template_picture.template_id', '=', 'template.id'),
    )
    .select(['template_picture.hash', 'template_picture.outline', 'template_picture.picture'])
    .where('template.customer_id', '=', customerId)
    .where('template.uid', '=', uid)
    .executeTakeFirst();
}
