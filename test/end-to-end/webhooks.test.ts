// Webhooks while servers are killed and receivers fail: every fact of the ledger arrives, under one
// id, in the order of its person; and nothing that is not in the ledger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventReceiver, openEventReceiver } from '../support/receiver-of-events.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, makeReaders, startCampaign, statusOf, storedMessages } from './sending.ts';

const READERS = 400;

for (const database of DATABASES) {
  test(`every event arrives, kill -9 in the middle, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { settings, sink, start } = await install(t, database);
    settings.environment = { MAILWRIGHT_FETCH_ALLOW: '127.0.0.1' };
    sink.answer(async (phase) => {
      if (phase === 'data_done') await sleep(5);
      return undefined;
    });
    let server = await start();
    const listUid = await makeReaders(server, READERS);
    const [single, batch] = [await openEventReceiver(), await openEventReceiver()];
    const receivers = [single, batch];
    t.after(() => Promise.all(receivers.map((receiver) => receiver.close())));
    for (const [receiver, size] of [
      [single, 1],
      [batch, 40],
    ] as const)
      await addWebhook(server, receiver, size);
    const misbehaves = newMisbehaviour();
    for (const receiver of receivers) receiver.answer = misbehaves;
    const campaignUid = await startCampaign(server, listUid);
    const arrived = () => single.events().length;

    await until('some are told', () => arrived() >= 20, 30);
    await server.end('SIGKILL'); // while mails and events are on their way
    server = await start();
    await until('more are told', () => arrived() >= 100, 60);
    const port = Number(new URL(batch.url).port);
    await batch.close(); // down, while the server dies
    await server.end('SIGKILL');
    server = await start();
    await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent', 60);
    await sleep(700); // it finds nobody there
    const back = await openEventReceiver(port);
    Object.assign(back, { secret: batch.secret, requests: batch.requests });
    receivers.push(back);
    const isDone = (receiver: EventReceiver) => receiver.events().some(({ type }) => type === 'campaign.finished');
    const accepted = async () => Number((await stats(server, campaignUid))['delivery_success_count']);
    const expected = await accepted();
    for (const receiver of [single, batch]) {
      const count = () => new Set(idsOf(receiver, 'message.accepted')).size;
      await until('all are told', () => count() >= expected && isDone(receiver), 90);
    }
    await server.end('SIGTERM');
    const { rows } = await storedMessages(settings);
    const sent = rows.filter(({ state }) => state === 'accepted').map(({ email }) => email);
    for (const receiver of [single, batch]) {
      assert.deepEqual([receiver.wrong, back.wrong], [[], []]);
      const told = receiver.events().filter(({ type }) => type === 'message.accepted');
      assert.deepEqual([...new Set(told.map(({ data }) => data.email))].sort(), sent.sort());
      for (const [email, events] of Map.groupBy(told, ({ data }) => data.email)) {
        assert.equal(
          new Set(events.map(({ id }) => id)).size,
          1,
          `${email} has one event, told ${events.length} times`,
        );
      }
      inOrder(receiver);
    }
    const repeated = single.events().length - new Set(single.events().map(({ id }) => id)).size;
    t.diagnostic(`${sent.length} accepted, ${single.events().length} requests taken, ${repeated} of them again`);
  });
}

const idsOf = (receiver: EventReceiver, type: string) =>
  receiver.events().flatMap((event) => (event.type === type ? [event.id] : []));

/** The first time that each event of somebody was taken is after those before it. */
function inOrder(receiver: EventReceiver): void {
  for (const events of Map.groupBy(receiver.events(), ({ data }) => data.subscriber_uid ?? '').values()) {
    const firsts = [...new Map(events.map((event) => [event.id, event])).values()];
    const places = firsts.map(({ type }) => ORDER.indexOf(type));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  }
}
const ORDER = ['subscriber.added', 'campaign.started', 'message.accepted', 'campaign.finished'];

async function addWebhook(server: ServerProcess, receiver: EventReceiver, batch_size: number): Promise<void> {
  const events = ['campaign.started', 'message.accepted', 'campaign.finished'];
  const { status, body } = await server.call('POST', '/webhooks', { url: receiver.url, events, batch_size });
  assert.equal(status, 201, JSON.stringify(body));
  receiver.secret = String(body['secret']);
}

async function stats(server: ServerProcess, uid: string): Promise<Record<string, unknown>> {
  return (await server.call('GET', `/campaigns/${uid}/stats`)).body['data'] as Record<string, unknown>;
}

/** Now and then a receiver fails, redirects, hangs up, or takes a request without saying so. */
function newMisbehaviour(): NonNullable<EventReceiver['answer']> {
  let n = 0;
  return async (_, response) => {
    n += 1;
    if (n === 7) response.writeHead(500).end();
    else if (n === 19) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else if (n === 43) response.destroy();
    else {
      await sleep(n % 11 === 0 ? 30 : 2);
      response.writeHead(200).end('ok');
    }
  };
}
