import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { oneEngine } from '../../../test/support/stores.ts';

oneEngine('sending a draft', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const send = (uid: string, json: unknown = {}) => app.call('POST', `/campaigns/${uid}/send`, { json });
  const draft = (members: Record<string, unknown> = {}) => app.make({ status: 'draft', ...members });

  test('at its send time, at one that is given, or at once', async () => {
    const kept = await send(await draft());
    assertStatus(kept, 200);
    assert.deepEqual(kept.json.campaign, {
      status: 'pending-sending',
      send_at: '12/1/26, 10:00 AM',
      send_at_iso: '2026-12-01T10:00:00Z',
    });
    const given = await send(await draft(), { send_at: '2026-12-24 08:00:00' });
    assert.equal(given.json.campaign.send_at_iso, '2026-12-24T08:00:00Z');
    const instant = await send(await draft(), { campaign: { send_at_iso: '2026-12-24T08:00:00+02:00' } });
    assert.equal(instant.json.campaign.send_at_iso, '2026-12-24T06:00:00Z');
    const copy = (await app.call('POST', `/campaigns/${await draft()}/copy`)).json.campaign_uid;
    assert.equal((await send(copy)).json.campaign.send_at_iso, '2026-11-21T12:00:00Z');
    assert.equal((await app.row(copy)).status, 'pending-sending');
  });

  test('what waits is sent at another time; what has begun or ended is refused', async () => {
    const waiting = await app.make();
    assertStatus(await send(waiting, { send_at: '2026-11-22 00:00:00' }), 200);
    assert.equal((await app.row(waiting)).send_at, Date.UTC(2026, 10, 22));
    await app.set(waiting, { status: 'paused', freeze_until_id: 1 });
    const paused = await send(waiting);
    assert.deepEqual(
      [paused.status, paused.json.error],
      [400, 'This campaign has started and is paused: resume it with pause-unpause.'],
    );
    await app.set(waiting, { status: 'sent' });
    const sent = await send(waiting);
    assert.deepEqual([sent.status, sent.json.error], [400, 'This campaign cannot be sent: its status is sent.']);
    assertStatus(await send('ab00000000000'), 404);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('POST', `/campaigns/${await draft()}/send`, { json: {}, key }), 404);
  });

  test('a time that is none changes nothing', async () => {
    const uid = await draft();
    for (const [json, error] of [
      [{ send_at: 'tomorrow' }, { send_at: 'Send at must be a real date and time in the format Y-m-d H:i:s.' }],
      [
        { send_at_iso: '2026-12-24 08:00:00' },
        { send_at_iso: 'Send at iso must be a time in ISO 8601 with Z or an offset, such as 2026-12-24T08:00:00Z.' },
      ],
      [
        { send_at: '2026-12-24 08:00:00', send_at_iso: '2026-12-25T08:00:00Z' },
        { send_at_iso: 'Send at iso and send at name different times. Please give only one of them.' },
      ],
    ] as const) {
      const answer = await send(uid, json);
      assert.deepEqual([answer.status, answer.json.error], [422, error]);
    }
    assert.deepEqual([(await app.row(uid)).status, (await app.row(uid)).send_at], ['draft', Date.UTC(2026, 11, 1, 10)]);
  });

  test('a draft whose time has passed says that it is still a draft', async () => {
    const uid = await draft();
    const past = await app.update(uid, { send_at: '2026-01-01 00:00:00' });
    assertStatus(past, 200);
    const [told] = past.json.warnings;
    assert.equal(told.member, 'send_at');
    assert.match(told.message, /still a draft.*pending-sending.*POST \/campaigns\/\w{13}\/send/);
    assert.equal((await app.update(uid, { send_at: '2026-12-01 00:00:00' })).json.warnings, undefined);
    assert.equal(
      (await app.update(uid, { send_at: '2026-01-01 00:00:00', status: 'pending-sending' })).json.warnings,
      undefined,
    );
    const made = await app.call('POST', '/campaigns', {
      json: app.input({ status: 'draft', send_at: '2026-01-01 00:00:00' }),
    });
    assert.equal(made.json.warnings[0].member, 'send_at');
  });
});
