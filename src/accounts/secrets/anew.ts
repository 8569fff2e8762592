// Encrypts anew what the store has encrypted, when the secret changes.
import { CompiledQuery, sql } from 'kysely';
import { sealAnew } from '../../kernel/seal.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { SEALED, type SealedColumn } from './sealed.ts';

const PAGE = 200;

type Row = { id: number; sealed: string };

/**
 * Encrypts with the secret in force what was encrypted with another that is accepted. What was
 * changed meanwhile is left as it was changed; cut off, it is begun anew.
 * @returns how many texts were encrypted anew
 * @throws AppError `unavailable` when one is of a secret that is not accepted
 */
export async function sealAllAnew(db: Db, secret: string): Promise<number> {
  let changed = 0;
  for (const { table, column, purpose } of SEALED) {
    for (let after = -1; ; ) {
      const rows = await pageOf(db, { table, column }, after);
      const anew = rows.flatMap(({ id, sealed }) => {
        const made = sealAnew(secret, purpose, sealed);
        return made === undefined ? [] : [{ id, sealed, made }];
      });
      await inTransaction(db, async (tx) => {
        for (const { id, sealed, made } of anew) {
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${made}
            where id = ${id} and ${sql.ref(column)} = ${sealed}`.execute(tx);
        }
      });
      changed += anew.length;
      if (rows.length < PAGE) break;
      after = rows.at(-1)?.id ?? after;
    }
  }
  return changed;
}

/** Ids are used once in a table, whosever its rows are. */
async function pageOf(db: Db, { table, column }: Omit<SealedColumn, 'purpose'>, after: number): Promise<Row[]> {
  const text = `select id, ${column} as sealed from ${table} where id > ${after} and ${column} is not null order by id limit ${PAGE}`;
  return (await db.executeQuery<Row>(CompiledQuery.raw(text))).rows;
}
