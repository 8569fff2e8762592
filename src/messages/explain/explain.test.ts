// "Why was this address not mailed?": who has no message, or none that goes out; the other answers
// are in messages.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import type { LedgerRow } from '../../../test/support/ledger.ts';
import {
  addPerson,
  askAbout,
  askWhy,
  type Person,
  type SeededCampaign,
  seedDelivery,
} from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { suppress } from '../../suppression/suppress.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);

eachEngine('explaining an address', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const ask = (seeded: Pick<SeededCampaign, 'uid'>, email: string) => askWhy(app, seeded, email);
  const about = (person: Person, campaign?: Partial<Campaign>) => askAbout(app, person, campaign);
  const message = (values: Partial<LedgerRow>): Person => ({ message: values });

  const suppressed = async (
    customerId: number,
    email: string,
    reason: 'manual' | 'complaint' | 'hard-bounce' = 'manual',
  ) => {
    await inTransaction(app.db, (tx) => suppress(tx, [{ customerId, email, reason, detail: 'secret' }], T));
  };

  test('whoever is not on the list is told so', async () => {
    const seeded = await seedDelivery(app, []);
    assert.deepEqual(await ask(seeded, 'nobody@example.test'), {
      email: 'nobody@example.test',
      cause: 'not-on-list',
      explanation: 'nobody@example.test is not on the list “News”.',
      subscriber: null,
      message: null,
      suppression: null,
      bounce: null,
      complaint: null,
    });
    assert.equal((await ask(seeded, '<script>=1+1')).cause, 'not-on-list', 'whatever it is');
  });

  test('the campaign has not begun', async () => {
    const unfrozen = { freeze_until_id: null, freeze_after_id: 0, freeze_done: 0 as const, started_at: null };
    const later = app.clock.now() + MINUTE_MS;
    const cases: [Partial<Campaign>, string][] = [
      [{ status: 'draft' }, 'it is a draft'],
      [{ status: 'paused' }, 'it is paused'],
      [{ status: 'blocked' }, 'it is blocked'],
      [{ status: 'pending-approve' }, 'it is awaiting approval'],
      [{ status: 'sent' }, 'it was marked as sent before its send time'],
      [{ status: 'pending-sending', send_at: later }, 'its send time is 2026-11-21 12:01:00 UTC'],
      [{ status: 'sending', send_at: later }, 'its send time is 2026-11-21 12:01:00 UTC'],
      [{ status: 'pending-sending' }, 'its audience is about to be created'],
      [{ status: 'pending-sending', waits_until: app.clock.now() }, 'its audience is about to be created'],
      [{ status: 'pending-sending', waits_until: later }, 'it is waiting for external content'],
      [
        {
          status: 'pending-sending',
          waits_until: later,
          notice: 'The feed x cannot be used: y. It is tried again at z.',
        },
        'it is waiting for external content (The feed x cannot be used: y. It is tried again at z)',
      ],
      [{ status: 'paused', notice: 'A feed fails.' }, 'it is paused (A feed fails)'],
      [{ status: 'sent', notice: 'No item to show. It was ended.' }, 'No item to show. It was ended'],
    ];
    for (const [campaign, why] of cases) {
      assert.deepEqual(await about({}, { ...unfrozen, ...campaign }), [
        'not-begun',
        `The campaign has not started: ${why}.`,
      ]);
    }
    assert.deepEqual(await about({}, { ...unfrozen, type: 'autoresponder' }), [
      'not-begun',
      'The campaign has not started: its first messages are about to be created.',
    ]);
    assert.deepEqual(await about({}, { ...unfrozen, status: 'sending', run_count: 2 }), [
      'not-begun',
      'This is a recurring campaign: only its runs are sent. Please ask about one of them.',
    ]);
  });

  test('joined after the audience was taken', async () => {
    const seeded = await seedDelivery(app, [message({})]);
    const { customer_id, list_id } = await app.row(seeded.uid);
    const email = `late.${seeded.uid}@example.test`;
    await addPerson(app.db, { customer_id, list_id }, { email, created_at: T });
    const { cause, explanation } = await ask(seeded, email.toUpperCase());
    assert.equal(cause, 'joined-later');
    assert.equal(
      explanation,
      `${email} joined the list at 2026-11-02 08:30:00 UTC, after the audience was fixed at 2026-11-01 10:00:00 UTC.`,
    );
  });

  test('its message is not made yet, or never will be', async () => {
    const halfway = { freeze_after_id: 0, freeze_done: 0 as const };
    assert.deepEqual(await about({}, { ...halfway, status: 'processing' }), [
      'being-made',
      'The messages of the campaign are being created, and a is still to come.',
    ]);
    assert.deepEqual(await about({}, { ...halfway, status: 'paused' }), [
      'being-made',
      'The campaign is paused, and the message to a has not been created yet.',
    ]);
    assert.deepEqual(await about({}, { ...halfway, status: 'sent' }), [
      'ended-before',
      'The campaign was ended before the message to a was created.',
    ]);
  });

  test('left out when the audience was fixed', async () => {
    for (const status of ['unconfirmed', 'blacklisted', 'unapproved', 'disabled', 'moved']) {
      assert.deepEqual(await about({ status }), [
        'not-confirmed',
        `a is on the list, but is ${status}: only confirmed subscribers get campaigns.`,
      ]);
    }
    assert.deepEqual(await about({ status: 'unsubscribed', unsubscribed_at: T }), [
      'not-confirmed',
      'a is on the list, but is unsubscribed since 2026-11-02 08:30:00 UTC: only confirmed subscribers get campaigns.',
    ]);
    const segment = await addSegment(app, app.listUid);
    const { id } = await app.db.selectFrom('segment').select('id').where('uid', '=', segment).executeTakeFirstOrThrow();
    assert.deepEqual(await about({}, { segment_id: id }), ['not-in-segment', "a is not in the campaign's segment."]);
    assert.deepEqual(await about({}, { segment_id: 999_999 }), [
      'not-in-segment',
      "a is not in the campaign's segment.",
    ]);
    assert.deepEqual(await about({}), [
      'left-out',
      'a was left out when the audience was fixed at 2026-11-01 10:00:00 UTC: it was unconfirmed, suppressed or outside the segment at that time, but no longer is.',
    ]);
  });

  test('suppressed, by the customer or for everybody', async () => {
    const seeded = await seedDelivery(app, [{}, {}, message({ state: 'pending' })]);
    const [own, everybody, waiting] = seeded.people.map((person) => person.email) as [string, string, string];
    const { customer_id } = await app.row(seeded.uid);
    await suppressed(customer_id, own, 'complaint');
    await suppressed(0, everybody, 'hard-bounce');
    await suppressed(0, own, 'hard-bounce');
    await suppressed(customer_id, waiting);
    const first = await ask(seeded, own);
    assert.deepEqual(
      [first.cause, first.explanation],
      ['suppressed', `${own} has been suppressed since 2026-11-02 08:30:00 UTC: its owner reported a message as spam.`],
    );
    assert.deepEqual(first.suppression, {
      reason: 'complaint',
      date_added: '2026-11-02 08:30:00',
      for_everybody: 'no',
    });
    const second = await ask(seeded, everybody);
    assert.match(second.explanation, /: a message to it hard-bounced\.$/);
    assert.equal(second.suppression.for_everybody, 'yes');
    const third = await ask(seeded, waiting);
    assert.deepEqual(
      [third.cause, third.explanation],
      ['pending', `The message to ${waiting} is pending: it will be skipped, since the address is suppressed.`],
    );
    assert.ok(!JSON.stringify([first, second, third]).includes('secret'));
  });

  test('an address must be given; another customer’s campaign does not exist', async () => {
    const { uid } = await seedDelivery(app, []);
    for (const query of ['', '?email=', '?email=%20']) {
      const answer = await app.call('GET', `/campaigns/${uid}/explain${query}`);
      assertStatus(answer, 422);
      assert.deepEqual(answer.json.error, { email: 'Email cannot be blank.' });
    }
    assertStatus(await app.call('GET', `/campaigns/${uid}/explain?email=${'x'.repeat(400)}`), 422);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/explain?email=a@example.test`, { key }), 404);
  });
});
