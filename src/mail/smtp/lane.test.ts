// Lanes against servers scripted byte by byte: disconnects at every phase, 421 at every command,
// slow and broken replies.
import assert from 'node:assert/strict';
import type net from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { rawServer, type Script } from '../../../test/support/raw-smtp-server.ts';
import { AppError } from '../../kernel/errors.ts';
import { openLane } from './lane.ts';
import { parseRelayUrl } from './relay-url.ts';

const EHLO = '250-raw.test\r\n250-8BITMIME\r\n250 SIZE 1000000';
const EHLO_PIPELINING = '250-raw.test\r\n250-PIPELINING\r\n250 SMTPUTF8';

async function lane(t: TestContext, script: Script, replyTimeoutMs = 5000) {
  const server = await rawServer(t, script);
  const opened = await openLane(parseRelayUrl(server.url), { replyTimeoutMs });
  t.after(() => opened.close());
  return { server, lane: opened };
}

const mail = { from: 'b@x.test', to: 'a@y.test', data: 'Subject: x\r\n\r\n.dot\r\nbody\r\n' };
/** More than the socket buffers of both sides can hold. */
const large = { ...mail, data: 'y\r\n'.repeat(10_000_000) };
/** What says of a reply that it is about the sender. */
const toMail = (step: string) => step === 'MAIL' && { isToMail: true };
const anySize = '250 raw.test';

for (const ehlo of [EHLO, EHLO_PIPELINING]) {
  const how = ehlo === EHLO ? 'step by step' : 'pipelined';

  test(`messages are accepted one after the other, ${how}`, async (t) => {
    const { server, lane: one } = await lane(t, { EHLO: ehlo });
    for (let i = 0; i < 3; i += 1) {
      assert.deepEqual(await one.send(mail), { kind: 'reply', code: 250, enhanced: '2.0.0', text: 'Ok: queued as 1' });
    }
    assert.deepEqual(server.bodies, Array(3).fill('Subject: x\r\n\r\n..dot\r\nbody\r\n'));
    assert.ok(one.alive);
    await one.quit();
    assert.ok(!one.alive);
    assert.equal(server.seen.at(-1), 'QUIT');
    assert.equal((await one.send(mail)).kind, 'lost');
  });

  test(`a limit of messages per connection is no answer about the next one, ${how}`, async (t) => {
    const script: Script = { EHLO: ehlo };
    const enough = '421 4.7.0 too many messages in this connection';
    const { lane: one } = await lane(t, script);
    assert.equal((await one.send(mail)).kind, 'reply');
    script.MAIL = enough;
    const text = 'too many messages in this connection';
    assert.deepEqual(await one.send(mail), { kind: 'lost', phase: 'before_data', text, isSpent: true });
    assert.ok(!one.alive);
    const { lane: fresh } = await lane(t, { EHLO: ehlo, MAIL: enough });
    const refusal = { kind: 'reply', code: 421, enhanced: '4.7.0', text, isToMail: true };
    assert.deepEqual(await fresh.send(mail), refusal);
    const { lane: busy } = await lane(t, script);
    script.MAIL = undefined;
    await busy.send(mail);
    script.MAIL = '421 4.7.28 too many messages, closing connection';
    assert.equal((await busy.send(mail)).kind, 'reply', 'that is a rate');
  });

  test(`replies may be their codes alone, ${how}`, async (t) => {
    const { server, lane: one } = await lane(t, { EHLO: ehlo, MAIL: '250', RCPT: '250', DATA: '354', end: '250' });
    for (let i = 0; i < 2; i += 1) assert.deepEqual(await one.send(mail), { kind: 'reply', code: 250, text: '' });
    assert.equal(server.bodies.length, 2);
    assert.ok(one.alive);
  });

  for (const step of ['MAIL', 'RCPT', 'DATA', 'end'] as const) {
    test(`a refusal at ${step} is data and the lane goes on, ${how}`, async (t) => {
      const script: Script = { EHLO: ehlo, [step]: '550-5.7.1 not\r\n550 5.7.1 you' };
      if (step === 'RCPT' || step === 'MAIL') script.DATA = '503 no recipients';
      const { server, lane: one } = await lane(t, script);
      const refusal = { kind: 'reply', code: 550, enhanced: '5.7.1', text: 'not you', ...toMail(step) };
      assert.deepEqual(await one.send(mail), refusal);
      assert.ok(one.alive);
      script[step] = undefined;
      script.DATA = undefined;
      assert.deepEqual((await one.send(mail)).kind === 'reply' && server.bodies.length > 0, true);
    });

    test(`421 at ${step} is an answer and ends the lane, ${how}`, async (t) => {
      const { lane: one } = await lane(t, { EHLO: ehlo, [step]: '421 4.3.2 shutting down' });
      const refusal = { kind: 'reply', code: 421, enhanced: '4.3.2', text: 'shutting down', ...toMail(step) };
      assert.deepEqual(await one.send(mail), refusal);
      assert.ok(!one.alive);
      assert.deepEqual((await one.send(mail)).kind, 'lost');
    });

    test(`a cut at ${step}: ${step === 'end' ? 'the message may be taken' : 'safe to send again'}, ${how}`, async (t) => {
      const { lane: one } = await lane(t, { EHLO: ehlo, [step]: 'cut' });
      const reply = await one.send(mail);
      assert.equal(reply.kind, 'lost');
      assert.equal(reply.kind === 'lost' && reply.phase, step === 'end' ? 'after_data' : 'before_data');
      assert.ok(!one.alive);
    });

    test(`silence at ${step} ends with the timeout, ${how}`, async (t) => {
      const { lane: one } = await lane(t, { EHLO: ehlo, [step]: 'hang' }, 500);
      const reply = await one.send(mail);
      assert.equal(reply.kind === 'lost' && reply.phase, step === 'end' ? 'after_data' : 'before_data');
      assert.ok(!one.alive);
    });

    test(`a reply at ${step} that comes by the byte has a time, ${how}`, { timeout: 30_000 }, async (t) => {
      const { lane: one } = await lane(t, { EHLO: ehlo, [step]: 'drip' }, 500);
      const reply = await one.send(mail);
      assert.deepEqual(reply, {
        kind: 'lost',
        phase: step === 'end' ? 'after_data' : 'before_data',
        text: 'Timeout',
      });
      assert.ok(!one.alive);
    });

    test(`nonsense at ${step} ends the lane, ${how}`, async (t) => {
      const { lane: one } = await lane(t, { EHLO: ehlo, [step]: 'hello there' });
      const reply = await one.send(mail);
      assert.equal(reply.kind === 'lost' && reply.phase, step === 'end' ? 'after_data' : 'before_data');
      assert.ok(!one.alive);
    });
  }

  test(`a refused recipient that DATA is taken for all the same, ${how}`, async (t) => {
    const { lane: one, server } = await lane(t, { EHLO: ehlo, RCPT: '450 4.2.1 later' });
    assert.deepEqual(await one.send(mail), { kind: 'reply', code: 450, enhanced: '4.2.1', text: 'later' });
    assert.ok(!server.bodies.join('').includes('dot'));
  });
}

test('a cut while a large message is on its way: its end was not written, safe to send again', async (t) => {
  const { lane: one } = await lane(t, { EHLO: anySize, dataBegin: 'cut' });
  const reply = await one.send(large);
  assert.equal(reply.kind === 'lost' && reply.phase, 'before_data');
});

test('an early answer in the middle of the data counts, and the lane is closed', async (t) => {
  const { lane: one } = await lane(t, { EHLO: anySize, dataBegin: '552 5.3.4 too large' });
  assert.deepEqual(await one.send(large), {
    kind: 'reply',
    code: 552,
    enhanced: '5.3.4',
    text: 'too large',
  });
  assert.ok(!one.alive);
});

test('an early yes in the middle of the data is no promise', async (t) => {
  const { lane: one } = await lane(t, { EHLO: anySize, dataBegin: '250 fine' });
  const reply = await one.send(large);
  assert.equal(reply.kind === 'lost' && reply.phase, 'after_data');
  assert.ok(!one.alive);
});

test('an answer without its line end is not an answer', async (t) => {
  const server = await rawServer(t, { end: 'hang' });
  const one = await openLane(parseRelayUrl(server.url));
  const sent = one.send(mail);
  while (server.bodies.length === 0) await sleep(5);
  for (const socket of server.sockets) socket.end('550 5.1.1 half an ans');
  const reply = await sent;
  assert.equal(reply.kind === 'lost' && reply.phase, 'after_data');
});

test('an answer with a yes and a no in it is neither: the server may have the message', async (t) => {
  for (const end of ['250-ok\r\n550 5.7.1 refused', '550-no\r\n250 ok', '451-later\r\n250 ok']) {
    const { lane: one } = await lane(t, { EHLO: EHLO_PIPELINING, end });
    const text = `Unexpected answer: ${end}`;
    assert.deepEqual(await one.send(mail), { kind: 'lost', phase: 'after_data', text });
    assert.ok(!one.alive);
  }
});

test('a slow answer of several lines is waited for', async (t) => {
  const server = await rawServer(t, { end: 'hang' });
  const one = await openLane(parseRelayUrl(server.url));
  t.after(() => one.close());
  const sent = one.send(mail);
  while (server.bodies.length === 0) await sleep(5);
  for (const part of ['250', '-2.0.0 first\r', '\n250 2.0', '.0 second\r\n']) {
    for (const socket of server.sockets) socket.write(part);
    await sleep(20);
  }
  assert.deepEqual(await sent, { kind: 'reply', code: 250, enhanced: '2.0.0', text: 'first second' });
});

test('a server that ends an idle session ends the lane without noise', async (t) => {
  const { server, lane: one } = await lane(t, {});
  for (const socket of server.sockets) socket.end('421 4.4.2 idle too long\r\n');
  while (one.alive) await sleep(5);
  assert.equal((await one.send(mail)).kind, 'lost');
  const other = await lane(t, {});
  for (const socket of other.server.sockets) socket.write('451 what?\r\n');
  while (other.lane.alive) await sleep(5);
});

test('addresses that can not be written never reach the server', async (t) => {
  const { server, lane: one } = await lane(t, {});
  const code = async (to: string, from = 'b@x.test') => {
    const reply = await one.send({ ...mail, from, to });
    return reply.kind === 'reply' ? `${reply.code} ${reply.enhanced}` : reply.kind;
  };
  assert.equal(await code('a@y.test>\r\nRCPT TO:<c@y.test'), '553 5.1.3');
  assert.equal(await code('a@y.test', 'b'), '553 5.1.3');
  assert.equal(await code('jörg@y.test'), '553 5.6.7');
  assert.equal(await code('a@bücher.example', ''), '250 2.0.0');
  assert.deepEqual(server.seen.slice(1), ['MAIL FROM:<> SIZE=26', 'RCPT TO:<a@xn--bcher-kva.example>', 'DATA']);
  const utf8 = await lane(t, { EHLO: EHLO_PIPELINING });
  assert.equal((await utf8.lane.send({ ...mail, to: 'jörg@y.test' })).kind, 'reply');
  assert.equal(utf8.server.seen[1], 'MAIL FROM:<b@x.test> SMTPUTF8');
});

test('a message above the size that the server takes is refused without sending it', async (t) => {
  const { lane: one } = await lane(t, { EHLO: '250-raw.test\r\n250 SIZE 20' });
  const reply = await one.send(mail);
  assert.equal(reply.kind === 'reply' && reply.code, 552);
  assert.ok(one.alive);
});

test('a session that cannot be opened is an error of one line', async (t) => {
  const opening = async (script: Script, options: object = {}, user = '') => {
    const { url } = await rawServer(t, script);
    return openLane(parseRelayUrl(url.replace('//', `//${user}`)), {
      greetingTimeoutMs: 5000,
      replyTimeoutMs: 5000,
      ...options,
    });
  };
  const refused = (pattern: RegExp) => (error: unknown) =>
    error instanceof AppError &&
    error.code === 'unavailable' &&
    pattern.test(error.message) &&
    !error.message.includes('secret');
  await assert.rejects(opening({ greeting: '554 go away' }), refused(/cannot be used: .*554 go away/));
  await assert.rejects(opening({ greeting: 'cut' }), refused(/cannot be used/));
  await assert.rejects(opening({ greeting: 'hang' }, { greetingTimeoutMs: 200 }), refused(/Greeting never received/));
  await assert.rejects(opening({ EHLO: '421 full' }), refused(/421 full/));
  const offering = { EHLO: '250-raw.test\r\n250 AUTH PLAIN' };
  const short = { greetingTimeoutMs: 500, replyTimeoutMs: 1_000 };
  const drips = [{ EHLO: 'drip' }, { ...offering, AUTH: 'drip' }];
  await Promise.all(
    drips.map((script) => assert.rejects(opening(script, short, 'me:secret@'), refused(/given up after 2 s/))),
  );
  await assert.rejects(
    opening({ greeting: `\r\n`.repeat(300_000) }, { greetingTimeoutMs: 20_000 }),
    refused(/too much/),
  );
  await assert.rejects(opening({ EHLO: 'cut' }), refused(/closed/));
  await assert.rejects(
    opening({ ...offering, AUTH: '535 5.7.8 wrong' }, {}, 'me:secret@'),
    refused(/535 5\.7\.8 wrong/),
  );
  await assert.rejects(opening({ ...offering, AUTH: 'cut' }, {}, 'me:secret@'), refused(/closed/));
  await assert.rejects(opening({ ...offering, AUTH: '421 later' }, {}, 'me:secret@'), refused(/421 later/));
  await assert.rejects(openLane(parseRelayUrl('smtp://127.0.0.1:1')), refused(/ECONNREFUSED/));
});

test('TLS: required, refused without trust, taken when told so', async (t) => {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onData: (stream, _, done) => stream.on('end', () => done()).resume(),
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  t.after(() => server.close());
  server.on('error', () => undefined);
  const url = `smtp://127.0.0.1:${(server.server.address() as net.AddressInfo).port}`;
  await assert.rejects(openLane(parseRelayUrl(url)), /self.signed|certificate/i);
  const trusted = await openLane(parseRelayUrl(`${url}?requireTLS=true&rejectUnauthorized=false`));
  assert.equal((await trusted.send(mail)).kind, 'reply');
  await trusted.quit();
  const plain = await rawServer(t, {});
  await assert.rejects(openLane(parseRelayUrl(`${plain.url}?requireTLS=true`)), /502 no TLS/);
});
