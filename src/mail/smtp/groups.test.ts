// The envelope of the next message with the end of the one before it (RFC 2920, section 3.1):
// nothing of it is delivered before its message is sent, whatever the server says and does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rawServer, type Script } from '../../../test/support/raw-smtp-server.ts';
import { until } from '../../../test/support/until.ts';
import { openLane } from './lane.ts';
import { parseRelayUrl } from './relay-url.ts';

const PIPELINING = '250-raw.test\r\n250-PIPELINING\r\n250 SIZE 100';
const mailTo = (to: string) => ({ from: 'b@x.test', to, data: 'Subject: x\r\n\r\nHi\r\n' });
const [first, second, third] = [mailTo('a@y.test'), mailTo('c@y.test'), mailTo('d@y.test')];
const TAKEN = { kind: 'reply', code: 250, enhanced: '2.0.0', text: 'Ok: queued as 1' };

async function lane(t: TestContext, script: Script = {}, replyTimeoutMs = 5_000) {
  const changing: Script = { EHLO: PIPELINING, ...script };
  const server = await rawServer(t, changing);
  const opened = await openLane(parseRelayUrl(server.url), { replyTimeoutMs });
  t.after(() => opened.close());
  return { server, lane: opened, script: changing };
}

test('the next envelope goes with the end of a message, its content when that is sent', async (t) => {
  const { server, lane: one } = await lane(t);
  assert.ok(one.takesGroups);
  assert.deepEqual(await one.send(first, { next: () => second }), TAKEN);
  await until('the server has the envelope', () => server.seen.length === 7);
  assert.ok(one.isBegun);
  assert.deepEqual(server.seen.slice(1), [
    ...['MAIL FROM:<b@x.test> SIZE=18', 'RCPT TO:<a@y.test>', 'DATA'],
    ...['MAIL FROM:<b@x.test>', 'RCPT TO:<c@y.test>', 'DATA'],
  ]);
  assert.equal(server.bodies.length, 1);
  assert.deepEqual(await one.send(second, { next: () => third }), TAKEN);
  assert.deepEqual(await one.send(third, { next: () => undefined }), TAKEN);
  assert.equal(server.bodies.length, 3);
  assert.ok(!one.isBegun);
  await one.quit();
  assert.equal(server.seen.at(-1), 'QUIT');
});

test('without PIPELINING nobody is asked for the next message', async (t) => {
  const { server, lane: one } = await lane(t, { EHLO: '250 raw.test' });
  assert.ok(!one.takesGroups);
  const next = () => assert.fail('asked');
  assert.deepEqual(await one.send(first, { next }), TAKEN);
  assert.deepEqual(await one.send(second, { next }), TAKEN);
  assert.equal(server.bodies.length, 2);
});

test('a message that is begun and never sent is not delivered: the connection is closed instead of QUIT', async (t) => {
  const { server, lane: one } = await lane(t);
  await one.send(first, { next: () => second });
  await one.quit();
  assert.ok(!one.alive);
  await until('the server sees it', () => [...server.sockets].every(({ destroyed }) => destroyed));
  assert.ok(!server.seen.includes('QUIT'));
  assert.equal(server.bodies.length, 1);
});

test('another message than the one that is begun never gets its envelope', async (t) => {
  const { server, lane: one } = await lane(t);
  await one.send(first, { next: () => second });
  const reply = await one.send(third);
  assert.equal(reply.kind === 'lost' && reply.phase, 'before_data');
  const large = await lane(t);
  await large.lane.send(first, { next: () => second });
  const refused = await large.lane.send({ ...second, data: 'x'.repeat(200) });
  assert.equal(refused.kind === 'reply' && refused.code, 552);
  for (const { alive } of [one, large.lane]) assert.ok(!alive);
  for (const { bodies } of [server, large.server]) assert.equal(bodies.length, 1);
});

for (const when of ['before', 'after'] as const) {
  test(`a recipient that is refused ${when} the message is sent is the answer to that message`, async (t) => {
    const { server, lane: one, script } = await lane(t);
    const sent = one.send(first, { next: () => second });
    await until('the first recipient is taken', () => server.seen.length >= 4);
    Object.assign(script, { RCPT: '550 5.1.1 nobody', DATA: '503 no recipients' });
    await sent;
    if (when === 'before') await until('it is refused', () => server.seen.at(-1) === 'RSET');
    assert.deepEqual(await one.send(second), { kind: 'reply', code: 550, enhanced: '5.1.1', text: 'nobody' });
    Object.assign(script, { RCPT: undefined, DATA: undefined });
    assert.deepEqual(await one.send(third), TAKEN, 'and the connection goes on');
  });
}

test('a refusal of a message says nothing of the next one', async (t) => {
  const { lane: one, script } = await lane(t, { end: '554 5.7.1 spam' });
  const reply = await one.send(first, { next: () => second });
  assert.equal(reply.kind === 'reply' && reply.code, 554);
  script.end = undefined;
  assert.deepEqual(await one.send(second), TAKEN);
});

test('a server that refuses a group, or throws it away, gets no other; nobody is refused for that', async (t) => {
  const { lane: strict, script } = await lane(t);
  const sent = strict.send(first, {
    next() {
      script.MAIL = '554 5.5.0 synchronization error';
      return second;
    },
  });
  assert.deepEqual(await sent, TAKEN);
  const { lane: forgetful } = await lane(t, { forgetsGroups: true }, 400);
  assert.deepEqual(await forgetful.send(first, { next: () => second }), TAKEN);
  for (const one of [strict, forgetful]) {
    const reply = await one.send(second);
    assert.deepEqual([reply.kind === 'lost' && reply.phase, one.alive, one.takesGroups], ['before_data', false, false]);
  }
});

test('a connection that ends with a group leaves in doubt only the message whose end it had', async (t) => {
  for (const end of ['cut', '421 4.3.2 shutting down'] as const) {
    const { lane: one } = await lane(t, { end });
    const reply = await one.send(first, { next: () => second });
    assert.equal(reply.kind === 'lost' ? reply.phase : reply.code, end === 'cut' ? 'after_data' : 421);
    const next = await one.send(second);
    assert.equal(next.kind === 'lost' && next.phase, 'before_data');
    assert.ok(one.takesGroups, 'that is nothing about groups');
  }
});

test('a recipient that is refused with the end of the connection has that answer', async (t) => {
  const { lane: one, server, script } = await lane(t);
  const sent = one.send(first, { next: () => second });
  await until('the first recipient is taken', () => server.seen.length === 4);
  script.RCPT = '421 4.7.0 too much at the moment';
  await sent;
  await until('the connection is closed', () => !one.alive);
  assert.ok(one.isBegun);
  const refused = await one.send(second);
  assert.deepEqual(refused, { kind: 'reply', code: 421, enhanced: '4.7.0', text: 'too much at the moment' });
  assert.ok(!one.isBegun);
});
