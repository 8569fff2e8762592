// Another secret: what is out goes on working, what is encrypted is encrypted anew, and a former
// secret that was forgotten opens nothing.
import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ensureSecret } from '../accounts/first-start.ts';
import { replaceSetting } from '../accounts/queries.ts';
import { type Keeping, keepSecret } from '../accounts/secrets/kept.ts';
import { SEALED } from '../accounts/secrets/sealed.ts';
import { parseToken, trackingLinks } from '../content/links.ts';
import { registerWorker, removeLease } from '../coordination/lease.ts';
import { agree } from '../delivery/agreement/agree.ts';
import type { AppError } from '../kernel/errors.ts';
import { inForceOf, secretsOf, secretWith } from '../kernel/ids.ts';
import { seal, unseal } from '../kernel/seal.ts';
import { parseReturnAddress, returnAddress } from '../mail/address/verp.ts';
import { hasSecretInForce, settingsOf } from '../relays/in-force.ts';
import type { Db } from '../storage/db.ts';
import { forgetFormer, prepareSecret, rotateSecret } from './rotate.ts';

const NONE = { secret: undefined, formerSecrets: [] };
const MESSAGE = { campaignId: 7, subscriberId: 9 };
const address = 'bounce@example.com';
const baseUrl = 'http://127.0.0.1';

/** Links and addresses that are out. */
function madeWith(secret: string) {
  const links = trackingLinks({ baseUrl, secret });
  const last = (url: string) => url.split('/').at(-1) ?? '';
  return {
    click: last(links.clickUrl(MESSAGE, 3)),
    unsubscribe: last(links.unsubscribeUrl(MESSAGE)),
    bounce: returnAddress({ address, secret }, 'bounce', MESSAGE),
  };
}

function known(secret: string, { click, unsubscribe, bounce }: ReturnType<typeof madeWith>): unknown[] {
  const { campaignId, subscriberId } = parseToken(secret, 'unsubscribe', unsubscribe) ?? {};
  return [
    parseToken(secret, 'click', click)?.number,
    campaignId,
    subscriberId,
    parseReturnAddress({ address, secret }, bounce)?.campaignId,
  ];
}

const ALL = [3, 7, 9, 7];
const NOTHING = [undefined, undefined, undefined, undefined];

eachEngine('another secret', (engine) => {
  const opened = suiteStore(engine);
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-rotate-'));
  let keeping: Keeping;
  let db: Db;
  before(() => {
    const store = opened();
    keeping = { store, dataDir };
    ({ db } = store);
  });
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const secret = () => ensureSecret(keeping.store, { dataDir });

  /** A row in each table, with its columns sealed. */
  async function sealRows(by: string): Promise<void> {
    const now = 1;
    const at = { created_at: now, updated_at: now };
    const relay = {
      number: 1,
      name: 'r',
      host: 'h',
      port: 25,
      tls: 'no',
      verify_tls: 1,
      lanes: 1,
      priority: 1,
      weight: 1,
    };
    await db
      .insertInto('relay')
      .values({
        ...relay,
        ...at,
        customer_id: null,
        status: 'active',
        guarded: 0,
        password: seal(by, 'relay-password', 'p0'),
      } as never)
      .execute();
    const mailbox = {
      name: 'm',
      host: 'h',
      port: 993,
      tls: 'no',
      verify_tls: 1,
      username: 'u',
      auth: 'password',
      folder: 'INBOX',
      status: 'active',
    };
    await db
      .insertInto('mailbox')
      .values({ ...mailbox, ...at, credentials: seal(by, 'mailbox-credentials', 'p1') } as never)
      .execute();
    const user = {
      name: 'u',
      password: '',
      language: 'en',
      theme: 'auto',
      is_operator: 0,
      totp_step: 0,
      created_at: now,
    };
    for (const uid of ['u1', 'u2']) {
      const totp_secret = uid === 'u1' ? seal(by, 'totp', 'p2') : null;
      await db
        .insertInto('user_account')
        .values({ ...user, uid, email: uid, email_key: uid, totp_secret } as never)
        .execute();
    }
  }

  async function unsealed(by: string): Promise<string[]> {
    const texts: string[] = [];
    for (const { table, column, purpose } of SEALED) {
      const rows = (await db
        .selectFrom(table as never)
        .select(column as never)
        .execute()) as Record<string, string | null>[];
      for (const row of rows) if (row[column]) texts.push(unseal(by, purpose, row[column]));
    }
    return texts.sort();
  }

  test('what is out is known as long as the former one is kept, what is encrypted is so with the new one', async () => {
    const former = await secret();
    assert.equal(secretsOf(former).length, 1);
    const out = madeWith(former);
    await sealRows(former);
    await agree(db, settingsOf({ baseUrl, secret: former }), 1);
    assert.deepEqual(await rotateSecret(keeping, NONE, 5_000), { sealed: 3, isConfigured: false });
    const both = await secret();
    const inForce = inForceOf(both);
    assert.deepEqual(secretsOf(both), [inForce, former]);
    assert.notEqual(inForce, former);
    assert.deepEqual(known(both, out), ALL);
    assert.deepEqual(known(inForce, out), NOTHING);
    assert.deepEqual(known(inForce, madeWith(both)), ALL, 'new ones are made with the new one');
    assert.deepEqual(await unsealed(inForce), ['p0', 'p1', 'p2']);
    assert.deepEqual([await unsealed(both)], [['p0', 'p1', 'p2']]);
    if (engine.name === 'sqlite') {
      for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
      assert.deepEqual(readdirSync(dataDir).sort(), ['secret', 'secret-former']);
    }

    await assert.rejects(forgetFormer(keeping, NONE), /No server has sent with the new secret yet/);
    const worker = await registerWorker(db);
    const other = await agree(db, settingsOf({ baseUrl, secret: 'another secret, which nobody knows here' }), 6);
    assert.equal(other.agreed, false);
    assert.deepEqual(await agree(db, settingsOf({ baseUrl, secret: both }), 6), { agreed: true, changed: [] });
    const stored = JSON.stringify(
      await db.selectFrom('setting').select('value').where('name', '=', 'in-force').executeTakeFirst(),
    );
    assert.doesNotMatch(stored, /accepted/);
    assert.equal(
      (await agree(db, settingsOf({ baseUrl, secret: former }), 7)).agreed,
      false,
      'who knows the former one only',
    );
    await removeLease(db, worker);

    assert.deepEqual(await forgetFormer(keeping, NONE), [5_000]);
    assert.equal(await secret(), inForce);
    assert.deepEqual(known(await secret(), out), NOTHING);
    await assert.rejects(forgetFormer(keeping, NONE), /There is no previous secret/);
  });

  test('prepared, the next one is accepted before it is used', async () => {
    const first = await secret();
    await prepareSecret(keeping, NONE);
    await assert.rejects(prepareSecret(keeping, NONE), /prepared already/);
    const prepared = await secret();
    assert.deepEqual([inForceOf(prepared), secretsOf(prepared).length], [first, 2]);
    await rotateSecret(keeping, NONE, 8_000);
    const both = await secret();
    assert.deepEqual(secretsOf(both), secretsOf(prepared).reverse());
    assert.deepEqual(known(prepared, madeWith(both)), ALL, 'a server that was not restarted yet');
    assert.deepEqual(await unsealed(prepared), ['p0', 'p1', 'p2']);
    await rotateSecret(keeping, NONE, 9_000);
    assert.equal(secretsOf(await secret()).length, 3, 'former ones are all accepted');
    assert.deepEqual(known(await secret(), madeWith(first)), ALL);

    await agree(db, settingsOf({ baseUrl, secret: await secret() }), 10);
    await prepareSecret(keeping, NONE);
    const next = secretsOf(await secret()).at(-1);
    assert.deepEqual(await forgetFormer(keeping, NONE), [8_000, 9_000]);
    assert.deepEqual(secretsOf(await secret()), [inForceOf(await secret()), next], 'the next one is none of them');
    await assert.rejects(forgetFormer(keeping, NONE), /There is no previous secret/);
    await rotateSecret(keeping, NONE, 11_000);
    assert.equal(inForceOf(await secret()), next);
  });

  test('cut off between its steps, it is gone on with', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('there it is one transaction');
    const before_ = await secret();
    const file = join(dataDir, 'secret-former');
    const others = JSON.parse(readFileSync(file, 'utf8')) as object[];
    const next = 'the next secret, made before it was cut off';
    writeFileSync(
      file,
      JSON.stringify([...others, { secret: inForceOf(before_), since: 3 }, { secret: next, since: null }]),
    );
    await rotateSecret(keeping, NONE, 10_000);
    assert.equal(inForceOf(await secret()), next);
    assert.equal(secretsOf(await secret()).length, secretsOf(before_).length + 1);
    writeFileSync(file, JSON.stringify([...JSON.parse(readFileSync(file, 'utf8')), { secret: next, since: null }]));
    const stands = await secret();
    await rotateSecret(keeping, NONE, 11_000);
    assert.equal(await secret(), stands, 'it was at its end but for a note');
    assert.deepEqual(await unsealed(next), ['p0', 'p1', 'p2']);
  });

  test('made by root, the files stay those of the user of the server', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root makes files of others');
    const other = temporaryFolder(t, 'owner');
    chownSync(other, 65_534, 65_534);
    const of = { store: { db, engine: 'sqlite' as const }, dataDir: other };
    await keepSecret(of, 'the first secret of this folder, made by root', []);
    await keepSecret(of, 'another one, for which there was one before it', [{ secret: 'x'.repeat(32), since: 1 }]);
    for (const name of ['secret', 'secret-former']) {
      const { uid, gid, mode } = statSync(join(other, name));
      assert.deepEqual([uid, gid, mode & 0o777], [65_534, 65_534, 0o600], name);
    }
  });

  test('secrets of the configuration', async () => {
    const [now, former] = ['a secret of the configuration, of today', 'a secret of the configuration, of before'];
    await sealRowsAgain(former);
    const given = { secret: now, formerSecrets: [former] };
    await assert.rejects(
      rotateSecret(keeping, { secret: now, formerSecrets: [] }, 1),
      /set MAILWRIGHT_SECRET and MAILWRIGHT_SECRET_FORMER yourself/,
    );
    await assert.rejects(prepareSecret(keeping, given), /is in the configuration/);
    assert.deepEqual(await rotateSecret(keeping, given, 1), { sealed: 3, isConfigured: true });
    assert.deepEqual(await rotateSecret(keeping, given, 1), { sealed: 0, isConfigured: true });
    assert.deepEqual(await unsealed(now), ['p0', 'p1', 'p2']);
    await assert.rejects(
      rotateSecret(keeping, { secret: former, formerSecrets: ['another one, which is not needed here'] }, 1),
      (error: AppError) => error.code === 'unavailable',
    );
    assert.equal(
      hasSecretInForce(JSON.stringify(settingsOf({ baseUrl, secret: former })), secretWith(now, [former])),
      true,
    );
    await replaceSetting(db, 'in-force', JSON.stringify(settingsOf({ baseUrl, secret: now })));
    assert.deepEqual(secretsOf(await ensureSecret(keeping.store, { dataDir, ...given })), [now, former]);
  });

  async function sealRowsAgain(by: string): Promise<void> {
    for (const table of ['relay', 'mailbox', 'user_account'] as const) await db.deleteFrom(table).execute();
    await sealRows(by);
  }

  test('prepared, it is not put into force while a server runs that was there before', async () => {
    await sealRowsAgain(await secret());
    const before = await registerWorker(db);
    await prepareSecret(keeping, NONE);
    const inForce = inForceOf(await secret());
    await assert.rejects(rotateSecret(keeping, NONE, 5_000), (error: AppError) => {
      return error.code === 'state' && /running since before .* Restart it first/.test(error.message);
    });
    assert.equal(inForceOf(await secret()), inForce, 'nothing has changed');
    await removeLease(db, before);
    await rotateSecret(keeping, NONE, 5_000);
    assert.notEqual(inForceOf(await secret()), inForce);
    assert.deepEqual(await unsealed(inForceOf(await secret())), ['p0', 'p1', 'p2']);
  });
});
