// Goldens of the wire: exactly these bytes go over a socket, exactly this answer comes back, on
// both engines. A file in goldens/ covers one way in which existing clients write requests; its
// exchanges run in order on one fresh fixture. MAILWRIGHT_TEST_RECORD=1 writes the answers that
// came into the files; read the difference before you keep it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../../src/storage/db.ts';
import { exchange, type RawAnswer } from '../support/raw-http.ts';
import { eachEngine } from '../support/stores.ts';
import { openWire } from './fixture.ts';

/** Pieces of the bytes sent: a text as UTF-8, bytes as base64, or a text many times over. */
type Piece = string | { base64: string } | { repeat: string; times: number };

type Golden = {
  name: string;
  send: Piece[];
  status: number;
  /** Headers that matter; others are not compared. */
  headers?: Record<string, string>;
  /** The JSON body; uids that were made are `<uid>`. Null: no body. */
  body: unknown;
  /**
   * What must stand in the store afterwards: one column of the row with this uid, or of the newest
   * row.
   */
  stored?: StoredValue;
};

type StoredValue = { table: string; uid?: string; column: string; value: unknown };

type GoldenFile = { about: string; exchanges: Golden[] };

const FOLDER = new URL('goldens/', import.meta.url);
const RECORD = process.env['MAILWRIGHT_TEST_RECORD'] === '1';
const RECORDED_HEADERS = ['allow', 'etag', 'cache-control'];

eachEngine('the wire', (engine) => {
  for (const name of readdirSync(FOLDER).sort()) {
    const url = new URL(name, FOLDER);
    const file = JSON.parse(readFileSync(url, 'utf8')) as GoldenFile;
    test(`${name}: ${file.about}`, async (t) => {
      const { port, db } = await openWire(t, engine);
      for (const golden of file.exchanges) {
        const answer = await exchange(port, bytesOf(golden.send));
        if (RECORD) await record(golden, answer, db);
        else {
          await t.test(golden.name, () => {
            check(golden, answer);
          });
          if (golden.stored) assert.deepEqual(await storedValue(db, golden.stored), golden.stored.value, golden.name);
        }
      }
      if (RECORD) writeFileSync(url, `${JSON.stringify(file, undefined, 2)}\n`);
    });
  }
});

function bytesOf(pieces: Piece[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece, 'utf8');
      return 'base64' in piece ? Buffer.from(piece.base64, 'base64') : Buffer.from(piece.repeat.repeat(piece.times));
    }),
  );
}

function check(golden: Golden, answer: RawAnswer): void {
  assert.equal(answer.status, golden.status, answer.body);
  assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/, 'every answer carries an id');
  for (const [name, value] of Object.entries(golden.headers ?? {})) assert.equal(answer.headers[name], value, name);
  if (golden.body !== null) assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.deepEqual(maskedBody(answer), golden.body);
  assert.equal(JSON.stringify(maskedBody(answer)), JSON.stringify(golden.body), 'members in this order');
}

function maskedBody({ body }: RawAnswer): unknown {
  if (body === '') return null;
  return JSON.parse(body.replace(/("\w+_uid":)"(?!\w{4}example0\d")[a-z]{2}[a-z0-9]{11}"/g, '$1"<uid>"'));
}

async function storedValue(db: Db, { table, uid, column }: StoredValue): Promise<unknown> {
  const which = uid === undefined ? sql`order by id desc limit 1` : sql`where uid = ${uid}`;
  const query = sql<{ value: unknown }>`select ${sql.ref(column)} as value from ${sql.table(table)} ${which}`;
  return (await query.execute(db)).rows[0]?.value;
}

async function record(golden: Golden, answer: RawAnswer, db: Db): Promise<void> {
  golden.status = answer.status;
  // a body that holds a new uid has another ETag each time
  const isRandom = JSON.stringify(maskedBody(answer)).includes('<uid>');
  const headers = RECORDED_HEADERS.filter(
    (name) => answer.headers[name] !== undefined && !(isRandom && name === 'etag'),
  );
  if (headers.length > 0)
    golden.headers = Object.fromEntries(headers.map((name) => [name, answer.headers[name] ?? '']));
  golden.body = maskedBody(answer);
  if (golden.stored) golden.stored.value = await storedValue(db, golden.stored);
}
