// The captcha of the subscribe form: challenges are solved here as a browser's worker does.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { browserForm } from '../../../test/support/browser-form.ts';
import { makeList } from '../../../test/support/lists.ts';
import { type Visitor, visitorOf } from '../../../test/support/mail-pages.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { formApp, single } from '../../../test/support/subscribe-form.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { secretWith } from '../../kernel/ids.ts';
import { LEAST_MS } from '../form/guard.ts';
import { ALGORITHM, CHALLENGE_MS, newChallenge, takeCaptcha } from './challenge.ts';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

const packed = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return packed({ challenge, solution });
}

eachEngine('the captcha of the subscribe form', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let visitor: Visitor;
  let uid: string;
  let path: string;

  before(() => {
    app = opened();
    visitor = visitorOf(app);
  });
  beforeEach(async () => {
    uid = await makeList(app, single);
    path = `/subscribe/${uid}`;
    assertStatus(await app.call('PUT', `/lists/${uid}/pages`, { json: { captcha: 'yes' } }), 200);
  });

  // Less work than that of visitors.
  const made = async (listUid = uid, secret = app.secret) =>
    (await newChallenge({ secret, clock: app.clock }, { uid: listUid }, { least: 1, most: 3 })) as Challenge;
  const send = async (EMAIL: string, solution?: string) => {
    const form = browserForm((await visitor.get(path)).body);
    app.clock.forward(LEAST_MS);
    return visitor.post(path, form.body({ EMAIL, ...(solution !== undefined && { altcha: solution }) }));
  };
  const addresses = async () => (await formApp(app).subscribers(uid)).map(({ EMAIL }) => EMAIL);

  test('a solution is taken once, at every node', async () => {
    const solution = await solved(await made());
    const first = await send('ann@example.com', solution);
    assert.match(first.body, /Thank you/);
    const again = await send('ben@example.com', solution);
    assert.equal(again.status, 422);
    assert.match(again.body, /tick the box/);
    assert.deepEqual(await addresses(), ['ann@example.com']);

    const list = await app.db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
    const many = await solved(await made());
    const taken = await Promise.all(Array.from({ length: 5 }, () => takeCaptcha(app, list, many)));
    assert.deepEqual(taken.sort(), [false, false, false, false, true]);
  });

  test('none, one of another list, an old one and changed ones are refused; what was typed stays', async () => {
    const none = await send('none@example.com');
    assert.equal(none.status, 422);
    assert.deepEqual(browserForm(none.body).values.get('EMAIL'), ['none@example.com']);
    assert.match(none.body, /auto="onload"/, 'solving begins at once');

    const other = await makeList(app, single);
    assertStatus(await app.call('PUT', `/lists/${other}/pages`, { json: { captcha: 'yes' } }), 200);
    const foreign = await solved(await made(other));
    const old = await solved(await made());
    const challenge = await made();
    const right = JSON.parse(Buffer.from(await solved(challenge), 'base64').toString());
    const { parameters } = challenge;
    const { data } = parameters;
    const easier = { ...challenge, parameters: { ...parameters, keyPrefix: '0' } };
    const longer = { ...challenge, parameters: { ...parameters, data: { ...data, until: 9e15 } } };
    const wrong = [
      foreign,
      packed({ ...right, solution: { ...right.solution, derivedKey: '00'.repeat(32) } }),
      packed({ ...right, solution: { counter: 'x' } }),
      await solved(easier),
      packed({ ...right, challenge: longer }),
      packed({ ...right, challenge: { ...challenge, signature: '' } }),
      packed({ ...right, challenge: { ...challenge, signature: challenge.signature?.toUpperCase() } }),
      ...['', '%', packed([]), packed({ challenge: null }), 'A'.repeat(5_000)],
    ];
    for (const one of wrong) assert.equal((await send('wrong@example.com', one)).status, 422, one);
    app.clock.forward(CHALLENGE_MS + 1);
    assert.equal((await send('old@example.com', old)).status, 422);
    assert.deepEqual(await addresses(), []);
    assert.match((await send('cid@example.com', await solved(await made()))).body, /Thank you/);
  });

  test('a challenge is fetched anew each time, and says what the widget needs', async () => {
    const answers = [await visitor.get(`${path}/challenge`), await visitor.get(`${path}/challenge`)];
    const found = answers.map(({ status, headers, body }) => {
      assert.equal(status, 200);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.equal(headers['cache-control'], 'no-store');
      return JSON.parse(body) as Challenge;
    });
    assert.equal(new Set(found.map(({ parameters }) => parameters.nonce)).size, 2);
    const [one] = found;
    assert.equal(one?.parameters.algorithm, ALGORITHM);
    assert.equal(one?.parameters.expiresAt, undefined, 'browsers with a wrong clock can subscribe');
  });

  test('a challenge of the former secret is taken while that is accepted', async () => {
    const list = { uid, customer_id: app.customer.id };
    const [was, now] = ['the former secret', 'the secret in force'];
    const former = await solved(await made(uid, was));
    const { db, clock } = app;
    assert.equal(await takeCaptcha({ db, clock, secret: now }, list, former), false);
    assert.equal(await takeCaptcha({ db, clock, secret: secretWith(now, [was]) }, list, former), true);
  });

  test('rows of challenges that ended go when others are taken', async () => {
    await send('ann@example.com', await solved(await made()));
    app.clock.forward(3 * CHALLENGE_MS);
    await send('ben@example.com', await solved(await made()));
    const rows = await app.db
      .selectFrom('captcha_solution')
      .select('valid_until')
      .where('customer_id', '=', app.customer.id)
      .execute();
    assert.equal(rows.length, 1);
  });

  test('the page loads the widget from here alone, and says what it needs; without the captcha it loads nothing', async () => {
    const page = await visitor.get(path, { 'accept-language': 'de' });
    const policy = String(page.headers['content-security-policy']);
    const nonce = /script-src 'nonce-([\w-]{22})';/.exec(policy)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; .*worker-src 'self'; connect-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|http|\*(?!$)/);
    assert.match(page.body, /<noscript><p class="notice">[^<]*JavaScript/);
    const scripts = [...page.body.matchAll(/<script ([^>]*)>([^<]*)</g)];
    assert.deepEqual(
      scripts.map(([, attributes, text]) => [attributes?.includes(`nonce="${nonce}"`), text]),
      [[true, '']],
    );
    for (const [, file = ''] of page.body.matchAll(/(?:src|href)="(\/captcha\/[^"]+)"/g)) {
      const loaded = await visitor.get(file);
      assert.deepEqual([loaded.status, loaded.headers['x-content-type-options']], [200, 'nosniff']);
      assert.match(String(loaded.headers['cache-control']), /immutable/);
    }
    assert.equal((await visitor.get('/captcha/other.js')).status, 404);

    assertStatus(await app.call('PUT', `/lists/${uid}/pages`, { json: { captcha: 'no' } }), 200);
    assert.doesNotMatch((await visitor.get(path)).body, /<script|<altcha/);
    assert.equal((await visitor.get(`${path}/challenge`)).status, 404);
    assert.match((await send('ann@example.com')).body, /Thank you/);
  });

  test('a form on another site leads to ours, filled in', async () => {
    const led = await visitor.post(path, { EMAIL: 'foreign@example.com' });
    assert.equal(led.status, 200);
    app.clock.forward(LEAST_MS);
    const filled = browserForm(led.body);
    const sent = await visitor.post(path, filled.body({ altcha: await solved(await made()) }));
    assert.match(sent.body, /Thank you/);
    assert.deepEqual(await addresses(), ['foreign@example.com']);
  });
});
