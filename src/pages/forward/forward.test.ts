import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import {
  assertStill,
  NO_MESSAGE,
  type Page,
  type SentCampaign,
  sentCampaign,
  setPages,
  type Visitor,
  visitorOf,
} from '../../../test/support/mail-pages.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { inTransaction } from '../../storage/db.ts';
import { suppress } from '../../suppression/suppress.ts';

eachEngine('forwarding to a friend', (engine) => {
  let app: CampaignApp;
  let visitor: Visitor;
  let sent: SentCampaign;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  beforeEach(async () => {
    for (const table of ['subscriber', 'suppression', 'email', 'rate_window'] as const) {
      await app.db.deleteFrom(table).execute();
    }
    app.clock.set(Date.UTC(2026, 10, 21, 12)); // at noon, at the beginning of an hour
    await setPages(app, {});
    visitor = visitorOf(app);
    sent = await sentCampaign(app, [{ email: 'ann@example.test' }, { email: 'zoe@example.test' }]);
  });

  const url = (n = 0) => visitor.links.forwardUrl(sent.messages[n] ?? NO_MESSAGE);
  const mails = () => app.db.selectFrom('email').selectAll().orderBy('to_email').execute();
  const mailed = async () => (await mails()).map((mail) => mail.to_email);
  /** Opens the form, takes some time, and sends it. */
  const forward = async (members: Record<string, string>, by = visitor, path = url()): Promise<Page> => {
    const page = await by.get(path);
    app.clock.forward(10_000);
    return by.send(page, path, { to: 'bob@example.test', name: 'Ann', note: '', ...members });
  };

  test('the form names the mail, and GET sends nothing', async () => {
    const page = await visitor.get(url());
    assert.equal(page.status, 200);
    assertStill(page);
    assert.match(page.body, /Send “Spring” to people/); // the campaign's name: its subject names the recipient
    assert.match(page.body, /<input type="email" multiple required/);
    assert.doesNotMatch(page.body, /ann@example/);
    assert.deepEqual(await mails(), []);
    assert.match((await visitor.get(url(), { 'accept-language': 'de' })).body, /Weiterempfehlen/);
  });

  test('each friend gets a mail from the list, with the words as text and the way to the campaign for everybody', async () => {
    const note = 'Look [FNAME] [EMAIL]\n<img src=x onerror=alert(1)> & more';
    const done = await forward({ to: 'bob@example.test, Eve@example.test', name: 'Ann <b>', note });
    assert.equal(done.status, 200);
    assert.match(done.body, /It is on its way/);
    const all = await mails();
    assert.deepEqual(new Set(all.map((mail) => mail.to_email)), new Set(['bob@example.test', 'Eve@example.test']));
    for (const { from_email, from_name, reply_to_email, kind, list_id } of all) {
      const expected = ['ada@example.test', 'Ada', null, 'forward', sent.list.id];
      assert.deepEqual([from_email, from_name, reply_to_email, kind, list_id], expected);
    }
    const [mail] = all;
    const { links } = visitor;
    assert.ok(mail);
    assert.equal(mail.subject, 'Ann <b> recommends an email to you');
    assert.ok(mail.html.includes('Look [FNAME] [EMAIL]<br>&lt;img src=x onerror=alert(1)&gt; &amp; more'));
    assert.ok(mail.html.includes(`href="${links.campaignUrl(sent.id)}"`));
    assert.equal([...mail.html.matchAll(/href=/g)].length, 1);
    assert.ok(mail.plain_text?.includes('> Look [FNAME] [EMAIL]\n> <img src=x onerror=alert(1)> & more'));
    assert.ok(mail.plain_text?.includes(links.campaignUrl(sent.id)));
    assert.ok(mail.html.includes('Acme Ltd') && mail.plain_text?.includes('1 High Street'));
    for (const own of [links.webVersionUrl(sent.messages[0] ?? NO_MESSAGE), 'ann@example.test', '/u/', '/m/']) {
      assert.ok(!mail.html.includes(own) && !mail.plain_text?.includes(own), own);
    }
  });

  test('all faults are shown at once, entered values stay, and nothing is sent', async () => {
    const wrong = await forward({
      to: 'bob@example.test, "><x',
      name: '',
      note: 'go to evil.com "><script>x</script>',
    });
    assert.equal(wrong.status, 422);
    assertStill(wrong);
    assert.match(wrong.body, /Please check 3 fields/);
    assert.match(wrong.body, /is not a valid email address/);
    assert.match(wrong.body, /Please tell your friends who you are/);
    assert.match(wrong.body, /Please leave out web and email addresses/);
    assert.ok(wrong.body.includes('value="bob@example.test, &quot;&gt;&lt;x"'));
    assert.equal((await forward({ to: Array.from({ length: 6 }, (_, n) => `f${n}@x.test`).join() })).status, 422);
    assert.deepEqual(await mails(), []);
    // The form can be sent again after a fault.
    assert.equal((await visitor.send(wrong, url(), { to: 'bob@example.test', name: 'Ann' })).status, 200);
    assert.deepEqual(await mailed(), ['bob@example.test']);
  });

  test('bots are refused: hidden field, no time, the time of another form, too fast, too old', async () => {
    const members = { to: 'bob@example.test', name: 'Ann' };
    const trapped = await forward({ homepage: 'x' });
    assert.match(trapped.body, /It is on its way/);
    assert.equal((await visitor.post(url(), members)).status, 422);
    const other = await visitor.get(url(1));
    app.clock.forward(10_000);
    assert.equal((await visitor.send(other, url(), members)).status, 422);
    const page = await visitor.get(url());
    assert.equal((await visitor.send(page, url(), members)).status, 422);
    app.clock.forward(25 * HOUR_MS);
    assert.equal((await visitor.send(page, url(), members)).status, 422);
    assert.deepEqual(await mails(), []);
  });

  test('nobody learns who is subscribed, suppressed or on the blacklist, and the last two get nothing', async () => {
    const list = { customer_id: sent.list.customer_id, list_id: sent.list.id };
    await addPerson(app.db, list, { email: 'on@example.test' });
    await addPerson(app.db, list, { email: 'black@example.test', status: 'blacklisted' });
    await inTransaction(app.db, async (tx) => {
      const entry = { reason: 'manual', detail: '' } as const;
      await suppress(tx, [{ ...entry, customerId: list.customer_id, email: 'own@example.test' }], 1);
      await suppress(tx, [{ ...entry, customerId: 0, email: 'all@example.test' }], 1);
    });
    const bodies = new Set<string>();
    for (const to of ['on', 'off', 'black', 'own', 'all']) {
      const answer = await forward({ to: `${to.toUpperCase()}@example.test` });
      assert.equal(answer.status, 200);
      bodies.add(answer.body);
    }
    assert.equal(bodies.size, 1);
    assert.deepEqual((await mailed()).sort(), ['OFF@example.test', 'ON@example.test']);
  });

  test('a friend gets at most three mails a day, and the sender is not told', async () => {
    sent = await sentCampaign(
      app,
      Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@example.test` })),
    );
    for (let n = 0; n < 5; n += 1) {
      const answer = await forward({ to: n % 2 ? 'Bob@Example.test' : 'bob@example.test' }, visitor, url(n));
      assert.match(answer.body, /It is on its way/);
    }
    assert.equal((await mails()).length, 3);
    app.clock.forward(DAY_MS);
    await forward({});
    assert.equal((await mails()).length, 4);
  });

  test('a button that was pressed twice sends one mail to each friend', async () => {
    const page = await visitor.get(url());
    app.clock.forward(10_000);
    const press = () => visitor.send(page, url(), { to: 'bob@example.test, eve@example.test', name: 'Ann' });
    for (const answer of await Promise.all([press(), press()])) assert.match(answer.body, /It is on its way/);
    assert.deepEqual(await mailed(), ['bob@example.test', 'eve@example.test']);
    await forward({ to: 'EVE@example.test, dan@example.test' });
    assert.deepEqual(await mailed(), ['bob@example.test', 'dan@example.test', 'eve@example.test']);
  });

  test('a recipient may name twenty addresses a day, whatever becomes of them', async () => {
    const five = (from: number) => Array.from({ length: 5 }, (_, n) => `f${from + n}@example.test`).join();
    for (const from of [0, 5, 10, 15]) assert.equal((await forward({ to: five(from) })).status, 200);
    const enough = await forward({ to: 'f20@example.test' });
    assert.equal(enough.status, 429);
    assert.match(enough.body, /That is enough for today/);
    assert.equal((await mails()).length, 20);
    assert.equal((await forward({ to: 'f20@example.test' }, visitor, url(1))).status, 200);
  });

  test('a network may send twenty forms an hour', async () => {
    await inTransaction(app.db, async (tx) => {
      const starts_at = app.clock.now() - (app.clock.now() % HOUR_MS);
      await tx.insertInto('rate_window').values({ name: 'forward from 192.0.2.9', starts_at, n: 20 }).execute();
    });
    assert.equal((await forward({})).status, 429);
    assert.equal((await forward({}, visitorOf(app, '192.0.2.10'))).status, 200);
  });

  test('there is nothing to forward of a deleted campaign, nor for one who is gone', async () => {
    await app.set(sent.uid, { status: 'pending-delete' });
    assert.equal((await visitor.get(url())).status, 404);
    await app.set(sent.uid, { status: 'sent' });
    await app.db
      .deleteFrom('subscriber')
      .where('id', '=', sent.people[0]?.id ?? 0)
      .execute();
    assert.equal((await visitor.get(url())).status, 404);
    assert.equal((await visitor.post(url(), { to: 'bob@example.test' })).status, 404);
    const token = visitor.links
      .abuseUrl(sent.messages[1] ?? NO_MESSAGE)
      .split('/')
      .at(-1);
    assert.equal((await visitor.get(`/f/${token}`)).status, 404);
    assert.equal((await visitor.get(url(1))).status, 200);
  });
});
