import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AcceptedMail,
  bounceMail,
  effectsOn,
  inboundTools,
  mailedCampaign,
  mailText,
  personMail,
  returnPath,
  storedReasons,
} from '../../test/support/inbound.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { AppError } from '../kernel/errors.ts';
import { returnAddress } from '../mail/address/verp.ts';
import type { Db } from '../storage/db.ts';
import { deleteAllReturned } from './queries-returned.ts';
import { type Limits, startInboundServer } from './server.ts';

/** An SMTP conversation: `say` sends lines, if any, and returns the last line of the next reply. */
type Conversation = { say(...lines: string[]): Promise<string>; closed: Promise<void>; socket: Socket };

async function talkTo(t: TestContext, port: number): Promise<Conversation> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  // Not events.once: a reset before the end is no failure here.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answers: string[] = [];
  let told: (() => void) | undefined;
  let rest = '';
  socket.on('data', (part) => {
    const lines = (rest + part.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.filter((line) => line[3] === ' '));
    told?.();
  });
  void closed.then(() => told?.());
  async function next(): Promise<string> {
    while (answers.length === 0 && !socket.destroyed) await new Promise<void>((resolve) => (told = resolve));
    return answers.shift() ?? 'closed';
  }
  await next();
  return {
    socket,
    closed,
    say(...lines) {
      if (lines.length > 0) socket.write(mailText(...lines));
      return next();
    },
  };
}

eachEngine('the server for returned mail', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function start(t: TestContext, limits: Partial<Limits> = {}, tools = inboundTools(db)) {
    const server = await startInboundServer(tools, { host: '127.0.0.1', port: 0 }, limits);
    t.after(() => server.close());
    return server;
  }

  /** Sends a mail. @returns the last reply */
  async function hand(talk: Conversation, from: string, to: string, source: string): Promise<string> {
    assert.match(await talk.say(`MAIL FROM:<${from}>`), /^250 /);
    const taken = await talk.say(`RCPT TO:<${to}>`);
    if (!taken.startsWith('250 ')) return taken;
    assert.match(await talk.say('DATA'), /^354 /);
    return talk.say(`${source}.`);
  }

  test('bounces and unsubscribe mails are accepted, in any letter case, and answered after they took effect', async (t) => {
    const [first, second] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    const talk = await talkTo(t, (await start(t)).port);
    assert.match(await talk.say('EHLO mx.example.net'), /^250 /);
    assert.match(await hand(talk, '', first.bounceTo.toUpperCase(), bounceMail(first)), /^250 2\.6\.0 /);
    assert.match(await hand(talk, second.email, second.unsubscribeTo, personMail(second.email, 'x@y.z')), /^250 /);
    const after = await effectsOn(db, first.campaignId);
    assert.deepEqual([after.bounces, after.unsubscribes, after.suppressed.length], [1, 1, 1]);
    assert.match(await talk.say('QUIT'), /^221 /);
  });

  test('mail for the bare address and postmaster is accepted; everything else is refused without details', async (t) => {
    await deleteAllReturned(db);
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    const talk = await talkTo(t, (await start(t)).port);
    await talk.say('EHLO mx.example.net');
    const other = { ...returnPath, secret: 'x'.repeat(32) };
    for (const to of [
      'ada@example.com',
      'ada@elsewhere.example',
      'bounce@elsewhere.example',
      'bounce+x@example.com',
      mailed.bounceTo.replace('+b', '+u'),
      returnAddress(other, 'bounce', mailed),
      'postmaster@elsewhere.example',
    ]) {
      assert.match(await hand(talk, 'a@example.net', to, 'x\r\n'), /^550 5\.1\.1 /, to);
      await talk.say('RSET');
    }
    for (const to of ['Bounce@EXAMPLE.com', 'postmaster@example.com']) {
      assert.match(await hand(talk, 'a@example.net', to, mailText('Subject: hello', '', 'Hello')), /^250 /, to);
    }
    assert.equal((await storedReasons(db)).length, 2);
    for (const command of ['VRFY bounce@example.com', 'EXPN all', 'AUTH PLAIN AGEAYg==', 'STARTTLS', 'HELP', 'WIZ a']) {
      assert.match(await talk.say(command), /^50[02] /, command);
    }
    assert.match(await talk.say('MAIL FROM:<>'), /^250 /);
    assert.match(await talk.say(`RCPT TO:<${mailed.bounceTo}>`), /^250 /);
    assert.match(await talk.say(`RCPT TO:<bounce@example.com>`), /^452 4\.5\.3 /);
  });

  test('a mail that is too large is refused, with SIZE declared or not; nothing of it is stored', async (t) => {
    await deleteAllReturned(db);
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    const talk = await talkTo(t, (await start(t, { size: 20_000 })).port);
    await talk.say('EHLO mx.example.net');
    assert.match(await talk.say('MAIL FROM:<> SIZE=20001'), /^552 5\.3\.4 /);
    const large = bounceMail(mailed) + 'x'.repeat(70).concat('\r\n').repeat(400);
    assert.match(await hand(talk, '', mailed.bounceTo, large), /^552 5\.3\.4 /);
    assert.match(await hand(talk, '', returnPath.address, mailText('Subject: a', '', 'a')), /^250 /);
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 0);
    assert.equal((await storedReasons(db)).length, 1);
  });

  test('when the store fails the client is told to try again, and the mail takes effect once', async (t) => {
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    let broken = true;
    const failing = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction' && broken) throw new Error('disk is full');
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const talk = await talkTo(t, (await start(t, {}, { ...inboundTools(db), db: failing })).port);
    await talk.say('EHLO mx.example.net');
    assert.match(await hand(talk, '', mailed.bounceTo, bounceMail(mailed)), /^451 4\.3\.0 /);
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 0);
    broken = false;
    for (let i = 0; i < 2; i++) {
      assert.match(await hand(talk, '', mailed.bounceTo, bounceMail(mailed)), /^250 /);
      assert.deepEqual((await effectsOn(db, mailed.campaignId)).counted, [1, 0, 0, 0]);
    }
  });

  test('a client that disconnects within its mail leaves nothing behind', async (t) => {
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    const server = await start(t);
    const talk = await talkTo(t, server.port);
    await talk.say('EHLO mx.example.net');
    await talk.say('MAIL FROM:<>');
    await talk.say(`RCPT TO:<${mailed.bounceTo}>`);
    await talk.say('DATA');
    talk.socket.write(bounceMail(mailed));
    talk.socket.destroy();
    await talk.closed;
    await server.close();
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 0);
  });

  test('a client that closes its side after its mail is answered, and one within its mail is left', async (t) => {
    const [mailed, cut] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    const { port } = await start(t);
    // Exim 4.96: everything is sent ahead, QUIT with the end of the mail, then comes the FIN.
    for (const trailing of ['QUIT\r\n', '', mailText('RSET', 'NOOP')]) {
      const talk = await talkTo(t, port);
      await talk.say('EHLO mx.example.net');
      await talk.say('MAIL FROM:<>');
      await talk.say(`RCPT TO:<${mailed.bounceTo}>`);
      await talk.say('DATA');
      talk.socket.end(`${bounceMail(mailed)}.\r\n${trailing}`);
      assert.match(await talk.say(), /^250 /, JSON.stringify(trailing));
      await talk.closed;
    }
    assert.deepEqual((await effectsOn(db, mailed.campaignId)).counted, [1, 0, 0, 0]);
    const talk = await talkTo(t, port);
    await talk.say('EHLO mx.example.net');
    await talk.say('MAIL FROM:<>');
    await talk.say(`RCPT TO:<${cut.bounceTo}>`);
    await talk.say('DATA');
    talk.socket.end(bounceMail(cut));
    await talk.closed;
    assert.deepEqual((await effectsOn(db, mailed.campaignId)).counted, [1, 0, 0, 0]);
  });

  test('connections of one address, mails and refusals of one connection are limited', async (t) => {
    const { port } = await start(t, { clientsPerAddress: 2, mailsPerConnection: 3, refusalsPerConnection: 2 });
    const [first, second] = [await talkTo(t, port), await talkTo(t, port)];
    const third = await talkTo(t, port);
    await third.closed;
    assert.match(await first.say('EHLO a'), /^250 /);
    for (const answer of [/^550 /, /^550 /, /^421 /]) {
      await first.say('RSET');
      await first.say('MAIL FROM:<>');
      assert.match(await first.say('RCPT TO:<nobody@example.com>'), answer);
    }
    await first.closed;
    await second.say('EHLO a');
    for (const answer of [/^250 /, /^250 /, /^250 /, /^421 /]) {
      await second.say('RSET');
      assert.match(await second.say('MAIL FROM:<>'), answer);
    }
    await second.closed;
    const fourth = await talkTo(t, port);
    assert.match(await fourth.say('EHLO a'), /^250 /, 'who left makes room');
  });

  test('silent and slow clients are disconnected', async (t) => {
    const idle = await talkTo(t, (await start(t, { idleMs: 100 })).port);
    await idle.closed;
    const slow = await talkTo(t, (await start(t, { connectionMs: 600 })).port);
    const ticking = setInterval(() => slow.socket.write('N'), 20);
    await slow.closed;
    clearInterval(ticking);
  });

  test('a client that never ends a line is disconnected', async (t) => {
    const talk = await talkTo(t, (await start(t)).port);
    talk.socket.write('x'.repeat(10_000));
    await talk.closed;
  });

  test('closing ends open conversations within seconds', async (t) => {
    const server = await start(t);
    const talk = await talkTo(t, server.port);
    await Promise.race([server.close(), sleep(8_000).then(() => assert.fail('it does not close'))]);
    await talk.closed;
  });

  test('a port that is in use is named in the error', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await assert.rejects(startInboundServer(inboundTools(db), { host: '127.0.0.1', port }), (error) => {
      assert.ok(error instanceof AppError && error.code === 'unavailable');
      assert.match(error.message, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1, .* MAILWRIGHT_RETURN_LISTEN`));
      return true;
    });
  });
});
