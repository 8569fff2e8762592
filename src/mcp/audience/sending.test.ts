// Sending by tools: after it was told to whom, to them alone, and in no other way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeList } from '../../../test/support/lists.ts';
import { suiteMcp } from '../../../test/support/mcp.ts';
import { oneEngine } from '../../../test/support/stores.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';

oneEngine('sending by tools', (engine) => {
  const { app: suite, keyWith, connect } = suiteMcp(engine);

  const draftIn = (list_uid: string) => ({
    name: 'Spring',
    from_name: 'Ada',
    from_email: 'ada@example.test',
    reply_to: 'ada@example.test',
    subject: 'Hello [FNAME]',
    list_uid,
    template: { content: '<p>Hello [FNAME]</p>' },
  });

  async function addPeople(listUid: string, ...addresses: string[]): Promise<void> {
    for (const EMAIL of addresses) {
      const json = { EMAIL, details: { status: 'confirmed' } };
      assert.equal((await suite().call('POST', `/lists/${listUid}/subscribers`, { json })).status, 201);
    }
  }

  const statusOf = async (uid: string): Promise<string> =>
    (await suite().call('GET', `/campaigns/${uid}`)).json.data.record.status;

  test('a campaign is sent after it was told to whom, and only to them', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    await addPeople(
      list,
      'ann@example.com',
      'bob@example.com',
      'cleo@example.com',
      'dan@example.com',
      'eve@example.com',
    );
    await suite().call('PUT', `/lists/${list}/subscribers/unsubscribe-by-email`, {
      json: { EMAIL: 'eve@example.com' },
    });
    await suite().call('POST', '/suppressions', { json: { email: 'dan@example.com' } });
    const made = await call('createCampaign', { body: { ...draftIn(list), send_at: '2020-01-01 00:00:00' } });
    const campaign_uid = made.body.campaign_uid;
    assert.equal(await statusOf(campaign_uid), 'draft');

    const told = (await call('checkAudience', { campaign_uid })).body;
    assert.equal(told.gets_it, 3);
    assert.deepEqual([told.does_not.unsubscribed, told.does_not.suppressed], [1, 1]);
    assert.deepEqual([told.of, told.suppressed_by_reason ?? told.does_not.suppressed_by_reason.manual], [5, 1]);
    assert.equal(told.for_example.length, 3);

    const refusals: [Record<string, unknown>, RegExp][] = [
      [{}, /Missing: audience_token/],
      [{ audience_token: 'yes' }, /does not come from checkAudience/],
      [{ audience_token: `${told.audience_token}x` }, /does not come from checkAudience/],
      [{ audience_token: told.audience_token, body: { status: 'sending' } }, /no member status/],
    ];
    for (const [args, why] of refusals) {
      const { isError, body } = await call('sendCampaign', { campaign_uid, ...args });
      assert.ok(isError && why.test(body), `${why}: ${body}`);
    }
    await addPeople(list, 'fay@example.com');
    const late = await call('sendCampaign', { campaign_uid, audience_token: told.audience_token });
    assert.match(late.body, /The audience or the campaign has changed/);
    assert.equal(await statusOf(campaign_uid), 'draft');

    const again = (await call('checkAudience', { campaign_uid })).body;
    assert.equal(again.gets_it, 4);
    suite().clock.forward(16 * MINUTE_MS);
    const old = await call('sendCampaign', { campaign_uid, audience_token: again.audience_token });
    assert.match(old.body, /older than 15 minutes/);
    const { audience_token } = (await call('checkAudience', { campaign_uid })).body;
    await call('updateCampaign', { campaign_uid, body: { subject: 'Another' } });
    assert.match((await call('sendCampaign', { campaign_uid, audience_token })).body, /has changed/);
    const now = (await call('checkAudience', { campaign_uid })).body;
    const sent = await call('sendCampaign', { campaign_uid, audience_token: now.audience_token });
    assert.equal(sent.isError, false, JSON.stringify(sent.body));
    assert.notEqual(await statusOf(campaign_uid), 'draft');
  });

  test('that nobody gets it is warned of, by the check and when it is sent', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    const send_at_iso = new Date(suite().clock.now() + DAY_MS).toISOString();
    const sent = async () => {
      const { campaign_uid } = (await call('createCampaign', { body: draftIn(list) })).body;
      const told = (await call('checkAudience', { campaign_uid })).body;
      const given = { campaign_uid, audience_token: told.audience_token, body: { send_at_iso } };
      const answer = await call('sendCampaign', given);
      assert.equal(answer.isError, false, JSON.stringify(answer.body));
      assert.equal(await statusOf(campaign_uid), 'pending-sending');
      return [told.warning, answer.body.warning];
    };
    for (const warning of await sent()) assert.match(warning, /^No one gets it now: /);
    await addPeople(list, 'ann@example.com');
    assert.deepEqual(await sent(), [undefined, undefined]);
  });

  test('what is scheduled is taken back and changed, and then sent by a new check only', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    await addPeople(list, 'ann@example.com');
    const { campaign_uid } = (await call('createCampaign', { body: draftIn(list) })).body;
    const { audience_token } = (await call('checkAudience', { campaign_uid })).body;
    const body = { send_at_iso: new Date(suite().clock.now() + DAY_MS).toISOString() };
    assert.equal((await call('sendCampaign', { campaign_uid, audience_token, body })).isError, false);
    const change = { campaign_uid, body: { subject: 'Better' } };
    assert.match(
      (await call('updateCampaign', change)).body,
      /is pending-sending\. .* with the status draft turns it into one/,
    );
    const back = await call('updateCampaign', { campaign_uid, body: { subject: 'Better', status: 'draft' } });
    assert.equal(back.isError, false, JSON.stringify(back.body));
    assert.equal(await statusOf(campaign_uid), 'draft');
    assert.match((await call('sendCampaign', { campaign_uid, audience_token })).body, /has changed/);
    await suite()
      .db.updateTable('campaign')
      .set({ status: 'paused', freeze_until_id: 1 })
      .where('uid', '=', campaign_uid)
      .execute();
    const begun = await call('updateCampaign', { campaign_uid, body: { status: 'draft' } });
    assert.match(begun.body, /until it has begun/, JSON.stringify(begun.body));
    assert.equal(await statusOf(campaign_uid), 'paused');
  });

  test('nothing else lets mail leave', async (t) => {
    const { call, names } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    await addPeople(list, 'ann@example.com');
    for (const body of [
      { ...draftIn(list), send_at: '2020-01-01 00:00:00', status: 'pending-sending' },
      { campaign: { ...draftIn(list), send_at: '2020-01-01 00:00:00', status: 'pending-sending' } },
      { ...draftIn(list), _method: 'PUT' },
    ]) {
      const { isError, body: said } = await call('createCampaign', { body });
      assert.ok(isError && /has no member/.test(said), said);
    }
    const { campaign_uid } = (await call('createCampaign', { body: draftIn(list) })).body;
    for (const body of [{ status: 'pending-sending' }, { campaign: { status: 'pending-sending' } }]) {
      assert.match((await call('updateCampaign', { campaign_uid, body })).body, /has no member|The only status/);
    }
    const repeated = ['retryFailed', 'settleUncertain', 'updateDelivery', 'runImport', 'inviteUser'];
    assert.deepEqual(
      (await names()).filter((name) => repeated.includes(name)),
      [],
    );
    assert.equal(await statusOf(campaign_uid), 'draft');
    for (const action of ['ask-to-confirm', ' Ask-To-Confirm ']) {
      const asked = await call('createBulkAction', { list_uid: list, body: { action } });
      assert.ok(asked.isError && /it emails people/.test(asked.body), asked.body);
    }
  });

  test('what others have prepared to mail people is neither begun nor changed', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    await addPeople(list, 'ann@example.com');
    const json = { action: 'ask-to-confirm' };
    const { record } = (await suite().call('POST', `/lists/${list}/bulk-actions`, { json })).json.data;
    const run = await call('runBulkAction', { list_uid: list, bulk_action_uid: record.bulk_action_uid, body: {} });
    assert.ok(run.isError && /it emails people/.test(run.body), JSON.stringify(run.body));

    const { campaign_uid } = (await call('createCampaign', { body: draftIn(list) })).body;
    await call('setAbTest', { campaign_uid, body: { decided_by: 'hand' } });
    const variant = (await call('addVariant', { campaign_uid, body: {} })).body;
    assert.equal(
      (await call('updateCampaign', { campaign_uid: variant.campaign_uid, body: { subject: 'Yours' } })).isError,
      false,
    );
    const at = { send_at: '2030-01-01 00:00:00' };
    assert.equal((await suite().call('POST', `/campaigns/${campaign_uid}/send`, { json: at })).status, 200);
    const late = await call('updateCampaign', { campaign_uid: variant.campaign_uid, body: { subject: 'Mine' } });
    assert.ok(late.isError && /variant of is pending-sending/.test(late.body), JSON.stringify(late.body));
  });

  test('a draft for those who did not open counts them, not the list', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    await addPeople(list, 'ann@example.com');
    const { campaign_uid } = (await call('createCampaign', { body: draftIn(list) })).body;
    const { db } = suite();
    const [first] = await db
      .selectFrom('campaign')
      .select(['id', 'customer_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    assert.ok(first);
    const ended = { status: 'sent', started_at: 1, finished_at: 2, freeze_until_id: 1 } as const;
    await db
      .updateTable('campaign')
      .set(ended)
      .where('customer_id', '=', first.customer_id)
      .where('id', '=', first.id)
      .execute();
    const again = await call('sendCampaignAgain', { campaign_uid, body: {} });
    assert.equal(again.isError, false, JSON.stringify(again.body));
    const told = (await call('checkAudience', { campaign_uid: again.body.campaign_uid })).body;
    assert.equal(told.gets_it, 0, JSON.stringify(told));
  });

  test('pausing needs nothing, going on needs the audience; what has begun is not changed', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    const list = await makeList(suite());
    await addPeople(list, 'ann@example.com');
    const json = { ...draftIn(list), send_at: '2030-01-01 00:00:00' };
    const { campaign_uid } = (await suite().call('POST', '/campaigns', { json })).json;
    assert.match(
      (await call('updateCampaign', { campaign_uid, body: { name: 'Other' } })).body,
      /Only while it is a draft/,
    );
    const paused = await call('pauseOrUnpauseCampaign', { campaign_uid });
    assert.equal(paused.body.campaign.status, 'paused');
    assert.match((await call('pauseOrUnpauseCampaign', { campaign_uid })).body, /does not come from checkAudience/);
    assert.equal(await statusOf(campaign_uid), 'paused');
    assert.equal((await call('pauseOrUnpauseCampaign', { campaign_uid, status: 'paused' })).isError, false);
    const told = (await call('checkAudience', { campaign_uid })).body;
    assert.equal(told.gets_it, 1);
    const { audience_token } = told;
    assert.equal((await call('pauseOrUnpauseCampaign', { campaign_uid, audience_token })).isError, false);
    assert.notEqual(await statusOf(campaign_uid), 'paused');
    const goOn = await call('pauseOrUnpauseCampaign', { campaign_uid, status: 'sending' });
    assert.match(goOn.body, /there is no decision to make/, 'also where somebody pauses it at this moment');
    assert.match((await call('checkAudience', { campaign_uid })).body.fault, /there is no decision to make/);
  });

  test('single mails need a token of their addresses', async (t) => {
    const { call } = await connect(t, await keyWith('read,write,send'));
    await suite().call('POST', '/suppressions', { json: { email: 'walter@example.com' } });
    const told = (await call('checkAudience', { addresses: ['Ann@example.com'] })).body;
    assert.deepEqual(told.addresses, { 'ann@example.com': 'gets it' });
    const walter = (await call('checkAudience', { addresses: ['walter@example.com'] })).body;
    assert.match(walter.addresses['walter@example.com'], /^does not: manual/);
    const none = (await call('checkAudience', { addresses: ['ann at example.com', '../ann', ''] })).body;
    for (const said of Object.values(none.addresses)) assert.equal(said, 'does not: it is not a valid email address');
    const mail = {
      to_name: 'Ann',
      from_name: 'Ada',
      subject: 'Hello',
      body: '<p>Hello</p>',
      send_at: '2020-01-01 00:00:00',
    };
    const { audience_token } = told;
    const other = await call('createTransactionalEmail', {
      audience_token,
      body: { ...mail, to_email: 'bob@example.com' },
    });
    assert.match(other.body, /has changed/);
    const nested = await call('createTransactionalEmail', {
      audience_token,
      body: { to_email: 'ann@example.com', email: { ...mail, to_email: 'bob@example.com' } },
    });
    assert.match(nested.body, /has no member email/);
    const body = { ...mail, to_email: 'ann@example.com', from_email: 'ada@example.com' };
    const sent = await call('createTransactionalEmail', { audience_token, body });
    assert.equal(sent.isError, false, JSON.stringify(sent.body));
    assert.match((await call('checkAudience', {})).body.fault, /either campaign_uid or addresses/);
    assert.match((await call('checkAudience', { addresses: 'x' })).body.fault ?? '', /^$|list/);
  });
});
