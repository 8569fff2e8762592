// Customers with webhooks, and dispatchers, for tests: facts are written down as the program does.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Dispatcher, type DispatcherTools, newDispatcher } from '../../src/dispatch/dispatcher.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { parseFetchAllow } from '../../src/network/fetch-allow.ts';
import { inTransaction } from '../../src/storage/db.ts';
import type { PersonFact } from '../../src/webhooks/outbox/facts.ts';
import { tell } from '../../src/webhooks/outbox/tell.ts';
import { assertStatus, type TestApp } from './app.ts';
import { type EventReceiver, openEventReceiver } from './receiver-of-events.ts';

export type Told = {
  customerId: number;
  call(method: string, path: string, json?: object): Promise<Record<string, never>>;
  /** Adds a webhook with a receiver. */
  add(json?: object): Promise<{ receiver: EventReceiver; path: string }>;
  record(path: string): Promise<Record<string, unknown>>;
  /** Something happens to people, by their numbers. */
  happen(...people: number[]): Promise<void>;
};

/** Tools for the tests of a suite; what they open is closed after it. */
export function webhookTools(app: () => TestApp) {
  const opened: { close(): Promise<unknown> }[] = [];
  after(() => Promise.all(opened.map((one) => one.close())));

  /**
   * A customer of its own. The clock is set to now: the library refuses what was signed long ago.
   */
  async function customer(): Promise<Told> {
    app().clock.set(Date.now());
    const { key, customer: owner } = await app().addCustomer();
    let n = 0;
    const next = () => {
      n += 1;
      return n;
    };
    const call: Told['call'] = async (method, path, json) => {
      const answer = await app().call(method, path, { key, ...(json && { json }) });
      assert.ok(answer.status < 300, answer.text);
      return answer.json;
    };
    return {
      customerId: owner.id,
      call,
      async add(json = {}) {
        const receiver = await openEventReceiver();
        opened.push(receiver);
        const made = await app().call('POST', '/webhooks', { key, json: { url: receiver.url, events: '*', ...json } });
        assertStatus(made, 201);
        receiver.secret = made.json.secret;
        return { receiver, path: `/webhooks/${made.json.webhook_uid}` };
      },
      record: async (path) => (await call('GET', path))['data']?.['record'] as never,
      happen: (...people) =>
        inTransaction(app().db, (tx) =>
          tell<PersonFact>(tx, owner.id, ['subscriber.updated'], () =>
            people.map((person) => ({
              type: 'subscriber.updated',
              at: app().clock.now(),
              list: 0,
              uid: `person${person}`,
              status: 'confirmed',
              email: `${next()}@example.test`,
              source: 'api',
            })),
          ),
        ),
    };
  }

  const open = (more: Partial<DispatcherTools> = {}): Dispatcher => {
    const { db, clock, secret } = app();
    const dispatcher = newDispatcher({
      db,
      clock,
      secret,
      log: createLogger('silent'),
      allow: parseFetchAllow('127.0.0.1'),
      random: () => 0.5,
      ...more,
    });
    opened.push({ close: () => dispatcher.stop() });
    return dispatcher;
  };
  const round = async (dispatcher: Dispatcher) => {
    await dispatcher.look();
    await dispatcher.idle();
  };
  /** The numbers of what happened, as they stand in the addresses. */
  const numbers = (receiver: EventReceiver) => receiver.events().map(({ data }) => Number.parseInt(data.email, 10));
  const inOrderOfEach = (receiver: EventReceiver) => {
    for (const events of Map.groupBy(receiver.events(), ({ data }) => data.subscriber_uid).values()) {
      const seen = [...new Set(events.map(({ data }) => Number.parseInt(data.email, 10)))];
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
    }
  };

  return { customer, open, round, numbers, inOrderOfEach, opened };
}
