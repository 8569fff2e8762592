// The protection of the subscribe form, and where it may be shown.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { browserForm } from '../../../test/support/browser-form.ts';
import { makeList } from '../../../test/support/lists.ts';
import { assertStill, type Visitor, visitorOf } from '../../../test/support/mail-pages.ts';
import { oneEngine } from '../../../test/support/stores.ts';
import { type FormApp, formApp, listWith, single } from '../../../test/support/subscribe-form.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { LEAST_MS, MOST_MS } from './guard.ts';

oneEngine('the guard of the subscribe form', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let visitor: Visitor;
  let subscribers: FormApp['subscribers'];

  before(() => {
    app = opened();
    visitor = visitorOf(app);
    ({ subscribers } = formApp(app));
  });

  test('the guard: too fast, too old, for another list, from another site, and the hidden field', async () => {
    const [uid, other] = [await makeList(app, single), await makeList(app, single)];
    const path = `/subscribe/${uid}`;
    const fresh = () => visitor.get(path);
    const mine = { EMAIL: 'quick@example.com', FNAME: 'Q' };
    const quick = await visitor.post(path, browserForm((await fresh()).body).body(mine));
    assert.match(quick.body, /That was very quick/);
    const kept = browserForm(quick.body);
    assert.deepEqual([kept.values.get('EMAIL'), kept.values.get('FNAME')], [['quick@example.com'], ['Q']]);
    assert.deepEqual(await subscribers(uid), []);
    app.clock.forward(LEAST_MS);
    assert.match((await visitor.post(path, kept.body())).body, /Thank you/, 'pressing again is enough');

    const old = await fresh();
    app.clock.forward(MOST_MS + 1);
    const late = await visitor.post(path, browserForm(old.body).body({ EMAIL: 'late@example.com' }));
    assert.match(late.body, /check your details once more/);
    const elsewhere = browserForm((await visitor.get(`/subscribe/${other}`)).body).body({ EMAIL: 'late@example.com' });
    app.clock.forward(LEAST_MS);
    assert.match((await visitor.post(path, elsewhere)).body, /once more/);

    const foreign = await visitor.post(path, { EMAIL: 'foreign@example.com', 'nothing[of][this': '1' });
    assert.equal(foreign.status, 200);
    assert.equal((await subscribers(uid)).length, 1);
    app.clock.forward(LEAST_MS);
    assert.match((await visitor.post(path, browserForm(foreign.body).body())).body, /Thank you/);

    const trapped = browserForm((await fresh()).body);
    app.clock.forward(LEAST_MS);
    const pretended = await visitor.post(
      path,
      trapped.body({ EMAIL: 'bot@example.com', homepage: 'http://spam.example' }),
    );
    assert.match(pretended.body, /Thank you/);
    assert.deepEqual(
      (await subscribers(uid)).map(({ EMAIL }: { EMAIL: string }) => EMAIL),
      ['foreign@example.com', 'quick@example.com'],
    );
  });

  test('the same form many times at once makes one subscriber', async () => {
    const uid = await makeList(app, single);
    const body = browserForm((await visitor.get(`/subscribe/${uid}`)).body).body({ EMAIL: 'once@example.com' });
    app.clock.forward(LEAST_MS);
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.post(`/subscribe/${uid}`, body)));
    assert.deepEqual(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.equal(answers[0]?.status, 200);
    assert.equal((await subscribers(uid)).length, 1);
    const { json } = await app.call('GET', `/lists/${uid}/subscribers?status=confirmed`);
    assert.equal(json.data.count, '1');
  });

  test('a network has a limit of tries in ten minutes', async () => {
    const uid = await makeList(app, single);
    app.clock.set(Math.ceil(app.clock.now() / 600_000) * 600_000);
    const from = (address: string) => visitorOf(app, address).post(`/subscribe/${uid}`, { EMAIL: 'x' });
    const counted = (name: string) =>
      app.db.selectFrom('rate_window').select('n').where('name', '=', name).executeTakeFirst();
    assert.equal((await from('2001:db8:0:7::1')).status, 200);
    const mine = 'subscribe from 2001:db8:0:7::/64';
    assert.equal((await counted(mine))?.n, 1);
    await app.db.updateTable('rate_window').set({ n: 59 }).where('name', '=', mine).execute();
    assert.equal((await from('2001:db8:0:7::2')).status, 200);
    const refused = await from('2001:db8:0:7:ffff::1');
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '600']);
    assert.match(refused.body, /many requests from your network/);
    assert.equal((await counted(`subscribe to ${uid}`))?.n, 2, 'what is refused of a network shuts nobody else out');
    assert.equal((await from('2001:db8:0:8::1')).status, 200);
    app.clock.forward(600_000);
    assert.equal((await from('2001:db8:0:7::1')).status, 200);
  });

  test('may stand in a frame of any site; lists that are private, unknown, gone, or of nobody have none', async () => {
    const uid = await makeList(app, single);
    const page = await visitor.get(`/subscribe/${uid}`);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /frame-ancestors \*$/);
    assert.match(policy, /form-action 'self';/);
    assert.doesNotMatch(policy, /script|unsafe/);
    assert.equal(page.headers['x-frame-options'], undefined);
    assert.deepEqual([page.headers['cache-control'], page.headers['referrer-policy']], ['no-store', 'no-referrer']);

    const hidden = await makeList(app, listWith({ visibility: 'private' }));
    const deleted = await makeList(app, single);
    assertStatus(await app.call('DELETE', `/lists/${deleted}`), 200);
    const left = await app.addCustomer({ email: 'left@example.test' });
    const theirs = await makeList(app, single, left.key);
    await app.db.updateTable('customer').set({ status: 'inactive' }).where('id', '=', left.customer.id).execute();
    for (const wrong of [hidden, deleted, theirs, 'ab1234567890x', '%00', 'x'.repeat(300)]) {
      for (const answer of [await visitor.get(`/subscribe/${wrong}`), await visitor.post(`/subscribe/${wrong}`, {})]) {
        assert.equal(answer.status, 404, wrong);
        assert.match(answer.body, /Not found/);
        // A site that has the form in a frame shows what is said, not a broken frame.
        assert.match(String(answer.headers['content-security-policy']), /frame-ancestors \*$/);
        assert.equal(answer.headers['x-frame-options'], undefined);
      }
    }
  });

  test('links that lead nowhere are explained in the visitor’s language', async () => {
    const dead = `${'A'.repeat(21)}w`;
    for (const path of ['u', 'm', 'p', 'k', 'f', 'r', 'v', 'w', 'c', 'archive'].map((one) => `/${one}/${dead}`)) {
      const answer = await visitor.get(path, { 'accept-language': 'de' });
      assert.equal(answer.status, 404, path);
      assert.match(answer.body, /<html lang="de".*Nicht gefunden.*führt nirgendwohin/s, path);
      assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'none'$/);
    }
  });

  test('bodies of every kind are answered', async () => {
    const uid = await makeList(app, single);
    for (const [body, type, status] of [
      ['EMAIL=%zz', undefined, 400],
      ['{"EMAIL":{"a":[1,null]}}', 'application/json', 200],
      ['EMAIL[]=a&EMAIL[]=b&homepage[]=1', undefined, 200],
      ['<x/>', 'text/xml', 415],
      ['a[]=1&'.repeat(10_001), undefined, 413], // strangers have no use for more, and each takes time
    ] as const) {
      const answer = await visitor.post(`/subscribe/${uid}`, body, type);
      assert.equal(answer.status, status, body.slice(0, 80));
      assertStill(answer);
    }
    assert.deepEqual(await subscribers(uid), []);
  });
});
