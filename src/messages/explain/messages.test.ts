// "Why was this address not mailed?": what became of the message to it, from rows on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import type { LedgerRow } from '../../../test/support/ledger.ts';
import {
  askAbout,
  askWhy,
  type Person,
  type SeededCampaign,
  seedDelivery,
} from '../../../test/support/message-rows.ts';
import { addRelayRow } from '../../../test/support/relays.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { relayRow } from '../../../test/support/throttling.ts';
import { replaceSetting } from '../../accounts/queries.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Campaign } from '../../storage/tables.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);

eachEngine('explaining a message', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const ask = (seeded: Pick<SeededCampaign, 'uid'>, email: string) => askWhy(app, seeded, email);
  const about = (person: Person, campaign?: Partial<Campaign>) => askAbout(app, person, campaign);
  const message = (values: Partial<LedgerRow>): Person => ({ message: values });

  test('pending: in the queue, or why not', async () => {
    const pending = message({ state: 'pending' });
    const cases: [Person, Partial<Campaign>, string][] = [
      [pending, {}, 'it is waiting in the queue'],
      [pending, { status: 'processing' }, 'it is waiting in the queue'],
      [pending, { status: 'paused' }, 'the campaign is paused'],
      [pending, { status: 'blocked' }, 'the campaign is blocked'],
      [pending, { status: 'sent' }, 'the campaign was marked as sent, and its remaining messages are being skipped'],
      [pending, { send_at: app.clock.now() + 1_000 }, 'the campaign is scheduled for 2026-11-21 12:00:01 UTC'],
      [pending, { status: 'paused', notice: 'A feed fails.' }, 'the campaign is paused (A feed fails)'],
      [
        pending,
        { waits_until: app.clock.now() + 1_000, notice: 'A feed fails.' },
        'the campaign is waiting for external content (A feed fails)',
      ],
      [{ ...pending, status: 'unsubscribed' }, {}, 'it will be skipped, since the subscriber is unsubscribed'],
    ];
    for (const [person, campaign, why] of cases) {
      assert.deepEqual(await about(person, campaign), ['pending', `The message to a is pending: ${why}.`]);
    }
  });

  test('being sent, and since when it waits for an answer', async () => {
    assert.deepEqual(await about(message({ state: 'claimed', lease_id: 5 })), [
      'being-sent',
      'The message to a is being sent right now.',
    ]);
    // Claimed once more after it was deferred: nobody is asked yet.
    assert.deepEqual(await about(message({ state: 'claimed', attempts: 1, lease_id: 5, in_flight_at: T })), [
      'being-sent',
      'The message to a is being sent right now.',
    ]);
    assert.deepEqual(await about(message({ state: 'in_flight', lease_id: 5, in_flight_at: T })), [
      'being-sent',
      'Sending the message to a began at 2026-11-02 08:30:00 UTC; the mail server has not answered yet.',
    ]);
  });

  test('put off by a server, or held back by ourselves', async () => {
    const put = { state: 'deferred', attempts: 3, reply: '451 4.7.1 Greylisted', next_attempt_at: T } as const;
    assert.deepEqual(await about(message({ ...put, relay_id: 0 })), [
      'deferred',
      'The message to a was tried 3 times and deferred by the configured mail server: 451 4.7.1 Greylisted; the next attempt is not before 2026-11-02 08:30:00 UTC.',
    ]);
    assert.deepEqual(await about(message({ ...put, attempts: 1 }), { status: 'paused' }), [
      'deferred',
      'The message to a was tried once and deferred by the mail server: 451 4.7.1 Greylisted; the next attempt is not before 2026-11-02 08:30:00 UTC; the campaign is paused.',
    ]);
    assert.deepEqual(
      await about(message({ ...put, attempts: 0, reason: 'throttled', detail: 'example.test is parked' })),
      [
        'held-back',
        'The message to a is held back: example.test is parked; the next attempt is not before 2026-11-02 08:30:00 UTC.',
      ],
    );
  });

  test('rejected: by which server, and in its words', async () => {
    const { id } = await addRelayRow(app.db, { ...relayRow(null), name: 'Main' });
    const rejected = { state: 'rejected', attempts: 1, reply: '550 5.1.1 No such user', finished_at: T } as const;
    assert.deepEqual(await about(message({ ...rejected, relay_id: id })), [
      'rejected',
      'The message to a was rejected by delivery server “Main” at 2026-11-02 08:30:00 UTC: 550 5.1.1 No such user',
    ]);
    assert.deepEqual(await about(message({ ...rejected, relay_id: 999_999 })), [
      'rejected',
      'The message to a was rejected by a delivery server that was removed at 2026-11-02 08:30:00 UTC: 550 5.1.1 No such user',
    ]);
  });

  test('uncertain, with what the policy makes of it', async () => {
    const uncertain = message({
      state: 'uncertain',
      attempts: 1,
      reply: 'connection lost',
      relay_id: 0,
      in_flight_at: T,
    });
    const start =
      'It is unknown whether the message to a was accepted by the configured mail server at 2026-11-02 08:30:00 UTC (connection lost)';
    assert.deepEqual(await about(uncertain), [
      'uncertain',
      `${start}; the campaign’s policy is hold, so it is not sent again automatically.`,
    ]);
    for (const policy of ['resend', 'skip']) {
      const [, sentence] = await about(uncertain, { uncertain_policy: policy });
      assert.ok(sentence.startsWith(`${start}; the campaign’s policy is ${policy}, so it is `), sentence);
    }
  });

  test('skipped: why the recipient got no mail any more', async () => {
    const cases: [string, string, string?][] = [
      ['unsubscribed', 'the subscriber was unsubscribed by then'],
      ['blacklisted', 'the subscriber was blacklisted by then'],
      ['suppressed', 'the address was suppressed by then'],
      ['deleted', 'the subscriber was removed by then'],
      ['campaign-ended', 'the campaign was marked as sent'],
      [
        'given-up',
        'it is unknown whether it was accepted (worker lost while the message was in flight), and it is not sent again',
        'worker lost while the message was in flight',
      ],
    ];
    for (const [reason, why, detail = null] of cases) {
      assert.deepEqual(await about(message({ state: 'skipped', reason, detail, finished_at: T })), [
        'skipped',
        `The message to a was skipped at 2026-11-02 08:30:00 UTC: ${why}.`,
      ]);
    }
  });

  test('accepted, and what came later', async () => {
    const accepted = {
      state: 'accepted',
      attempts: 1,
      reply: '250 2.0.0 queued',
      relay_id: 0,
      in_flight_at: T,
      finished_at: T,
    } as const;
    const start =
      'The message to a was accepted by the configured mail server at 2026-11-02 08:30:00 UTC with 250 2.0.0 queued';
    assert.deepEqual(await about(message(accepted)), ['accepted', `${start}.`]);
    for (const [name, said] of [
      ['smtp://mail.example.com:587', 'the mail server smtp://mail.example.com:587'],
      ['test inbox', 'the test inbox'],
    ]) {
      await replaceSetting(app.db, 'relay-history', JSON.stringify([{ since: 0, name }]));
      assert.equal((await about(message(accepted)))[1], `${start.replace('the configured mail server', said ?? '')}.`);
    }
    await app.db.deleteFrom('setting').where('name', '=', 'relay-history').execute();
    assert.deepEqual(await about(message({ ...accepted, unsubscribed_at: T + 1_000 })), [
      'accepted',
      `${start}; its recipient unsubscribed at 2026-11-02 08:30:01 UTC.`,
    ]);
    const seeded = await seedDelivery(app, [message({ ...accepted, opened_at: T + 5_000 })]);
    const { id: subscriber_id = 0, email = '' } = seeded.people[0] ?? {};
    const row = { customer_id: app.customer.id, campaign_id: seeded.id, subscriber_id };
    await app.db
      .insertInto('bounce')
      .values({ ...row, type: 'soft', enhanced: '4.2.2', message: 'mailbox full', counted: 1, at: T + MINUTE_MS })
      .execute();
    await app.db
      .insertInto('complaint')
      .values({ ...row, message: 'abuse', at: T + 120_000 })
      .execute();
    const data = await ask(seeded, email);
    assert.equal(
      data.explanation.replaceAll(email, 'a'),
      `${start}; it came back at 2026-11-02 08:31:00 UTC (soft bounce: mailbox full); it was reported as spam at 2026-11-02 08:32:00 UTC.`,
    );
    assert.deepEqual(data.bounce, { bounce_type: 'soft', message: 'mailbox full', date_added: '2026-11-02 08:31:00' });
    assert.deepEqual(data.complaint, { message: 'abuse', date_added: '2026-11-02 08:32:00' });
    assert.deepEqual(data.message, {
      state: 'accepted',
      message: '250 2.0.0 queued',
      attempts: 1,
      relay: 'configured',
      next_attempt_at: null,
      in_flight_at: '2026-11-02 08:30:00',
      finished_at: '2026-11-02 08:30:00',
      opened_at: '2026-11-02 08:30:05',
      clicked_at: null,
      unsubscribed_at: null,
    });
  });
});
