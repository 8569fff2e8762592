import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { say, textOf } from '../../kernel/sentences/sentence.ts';
import { inTransaction } from '../../storage/db.ts';
import { insertReturned } from '../queries-returned.ts';
import { countReturnedOf, removeOldCounts } from './queries.ts';

const SUBJECT = 'Abwesend';

eachEngine('returned mail shown', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let viewer: string;
  before(async () => {
    app = opened();
    ({ key: viewer } = await app.addCustomer());
  });
  const why = [say('returned-no-report')];
  const keep = (n: number, source: Buffer | string = 'Subject: Abwesend\r\n\r\nBis Montag.\r\n') => {
    const bytes = Buffer.from(source);
    const sent = { origin: 'smtp', mail_from: `a${n}@example.net`, rcpt_to: 'bounce@example.com', subject: SUBJECT };
    const kept = { ...sent, sentences: JSON.stringify(why), digest: `${n}`, size: bytes.length, source: bytes };
    return inTransaction(app.db, (tx) => insertReturned(tx, { ...kept, received_at: app.clock.now() }));
  };
  const pathNow = async () => {
    const answer = await app.call('GET', '/return-path');
    assertStatus(answer, 200);
    return answer.json.data.record;
  };

  test('sources with their numbers of 30 days and their faults', async () => {
    assert.deepEqual(await pathNow(), { return_address: null, sources: [] });
    const now = app.clock.now();
    const access = { username: 'u', auth: 'password', credentials: '{}', folder: 'INBOX', done_folder: null };
    const dates = { created_at: now, updated_at: now };
    const host = { host: 'mail.example', port: 993, tls: 'implicit', verify_tls: 1 as const, ...access, ...dates };
    const refused = say('mailbox-user', { user: 'post', reply: 'NO' });
    const fault = { fault: JSON.stringify([refused]), fault_at: now };
    const rows = [
      { ...host, name: 'Post', status: 'active', fault: null, fault_at: null, polled_at: now - 5_000 },
      { ...host, ...fault, name: 'Old', protocol: 'pop3', status: 'inactive', polled_at: null },
    ];
    for (const row of rows) await app.db.insertInto('mailbox').values(row).execute();
    const provider = { uid: 'ab1234567890c', kind: 'postmark', relay_id: null, secret: 's', created_at: now };
    await app.db
      .insertInto('provider')
      .values({ ...provider, heard_at: null, fault: null, fault_at: null })
      .execute();
    const numbers = { understood: 4, unknown: 1 };
    const days = [0, 0, 29, 30, 91];
    for (const ago of days) await countReturnedOf(app.db, 'smtp', { ...numbers, at: now - ago * DAY_MS });
    const boxes = await app.db.selectFrom('mailbox').select(['id', 'name']).orderBy('id').execute();
    await countReturnedOf(app.db, `mailbox:${boxes[0]?.id}`, { understood: 2, unknown: 0, at: now });

    const { sources } = await pathNow();
    const told = sources.map((one: Record<string, unknown>) => {
      return [one['kind'], one['name'], one['active'], one['read'], one['understood'], one['not_understood']];
    });
    assert.deepEqual(told, [
      ['imap', 'Post', 'yes', 2, 2, 0],
      ['pop3', 'Old', 'no', 0, 0, 0],
      ['provider', 'postmark', 'yes', 0, 0, 0],
      ['smtp', 'SMTP', 'yes', 15, 12, 3],
    ]);
    assert.equal(sources[0].last_read, formatInstant(now - 5_000));
    assert.deepEqual([sources[1].fault, sources[1].fault_since], [textOf([refused]), formatInstant(now)]);
    assert.deepEqual(sources[1].sentences, [refused]);
    assert.deepEqual([sources[1].last_read, sources[2].last_read], [null, null]);

    await removeOldCounts(app.db, now);
    const left = await app.db.selectFrom('returned_count').select('day').where('origin', '=', 'smtp').execute();
    assert.equal(left.length, 3, 'only the day 91 days ago is gone');
  });

  test('what was not understood, page by page, each once, newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n += 1) ids.unshift(String(await keep(n)));
    const seen: string[] = [];
    const sizes: number[] = [];
    let next: string | null = null;
    do {
      const answer = await app.call('GET', `/returned-mails${next === null ? '' : `?before=${next}`}`);
      assertStatus(answer, 200);
      const { records } = answer.json.data;
      seen.push(...records.map(({ mail_id }: { mail_id: string }) => mail_id));
      sizes.push(records.length);
      if (sizes.length === 1) await keep(500); // one that comes in between moves nothing
      ({ next } = answer.json.data);
    } while (next !== null);
    assert.deepEqual([seen, sizes], [ids, [50, 50, 20]]);
    const end = await app.call('GET', '/returned-mails?before=0');
    assert.deepEqual(end.json.data, { records: [], next: null });
    for (const before of ['-1', '5x', 'x', '1.5', '9'.repeat(16)]) {
      const answer = await app.call('GET', `/returned-mails?before=${before}`);
      assertStatus(answer, 422);
      assert.deepEqual(Object.keys(answer.json.error), ['before']);
    }
  });

  test('one of them as text without what controls a terminal, cut; removed once', async () => {
    const short = await keep(
      900,
      Buffer.concat([Buffer.from('Bis\r\n\tMontag \u001b[2J\u0000 '), Buffer.from([0xff])]),
    );
    const { record } = (await app.call('GET', `/returned-mails/${short}`)).json.data;
    assert.equal(record.excerpt, 'Bis\r\n\tMontag \ufffd[2J\ufffd \ufffd');
    assert.deepEqual([record.is_cut, record.from, record.subject], ['no', 'a900@example.net', SUBJECT]);
    const long = await keep(901, 'x'.repeat(16_001));
    const cut = (await app.call('GET', `/returned-mails/${long}`)).json.data.record;
    assert.deepEqual([cut.is_cut, cut.excerpt.length, cut.size], ['yes', 16_000, 16_001]);

    assertStatus(await app.call('DELETE', `/returned-mails/${short}`), 200);
    for (const id of [short, 0, 999_999, 'x', '1e3']) {
      assertStatus(await app.call('GET', `/returned-mails/${id}`), 404);
      assertStatus(await app.call('DELETE', `/returned-mails/${id}`), 404);
    }
    assertStatus(await app.call('GET', `/returned-mails/${long}`), 200);
  });

  test('for operators alone', async () => {
    const id = await keep(950);
    for (const path of ['/return-path', '/returned-mails', `/returned-mails/${id}`])
      assertStatus(await app.call('GET', path, { key: viewer }), 403);
    assertStatus(await app.call('DELETE', `/returned-mails/${id}`, { key: viewer }), 403);
    assertStatus(await app.call('GET', `/returned-mails/${id}`), 200);
  });
});
