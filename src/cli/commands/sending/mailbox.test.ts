import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { before, test } from 'node:test';
import { makeCertificate } from '../../../../test/support/certificates.ts';
import { runOnStore } from '../../../../test/support/command.ts';
import { openImapServer } from '../../../../test/support/imap.ts';
import {
  type AcceptedMail,
  bounceMail,
  effectsOn,
  inboundTools,
  mailedCampaign,
  mailText,
  returnClock,
  returnPath,
} from '../../../../test/support/inbound.ts';
import { eachEngine } from '../../../../test/support/stores.ts';
import { suiteStore } from '../../../../test/support/suite.ts';
import { getMailbox, openedMailbox } from '../../../inbound/mailboxes.ts';
import { processMail } from '../../../inbound/process-mail.ts';
import type { Db } from '../../../storage/db.ts';
import { mailboxCommand } from './mailbox.ts';
import { returnedCommand } from './returned.ts';

const { secret } = returnPath;

eachEngine('mailbox and returned commands', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function run(...args: string[]) {
    const input = ['from the input', 'and another'];
    const readLine = async () => input.shift() ?? '';
    const { code, text } = await runOnStore(mailboxCommand, args, { db, clock: returnClock, secret, readLine });
    return { code, text };
  }

  async function returned(...args: string[]) {
    const returns = { clock: returnClock, secret, returnAddress: returnPath.address };
    const { code, text } = await runOnStore(returnedCommand, args, { db, ...returns });
    return { code, text };
  }

  const add = (...args: string[]) => {
    const usual = { '--host': 'imap.example.com', '--user': 'b@example.com', '--password': 'hush' };
    const left = Object.entries(usual).filter(([option]) => !args.includes(option));
    return run('add', ...left.flat(), ...args);
  };
  const numberIn = (text: string) => /^Mailbox (\d+) was added/.exec(text)?.[1] ?? '';
  const access = async (which: string) => openedMailbox(secret, await getMailbox(db, which));

  test('a mailbox is created, shown, changed, disabled and deleted; its secrets are encrypted and never shown', async () => {
    const id = numberIn((await add()).text);
    assert.deepEqual(await access(id), {
      name: 'b@example.com',
      protocol: 'imap',
      host: 'imap.example.com',
      port: 993,
      tls: 'implicit',
      verifyTls: true,
      username: 'b@example.com',
      credentials: { password: 'hush' },
      folder: 'INBOX',
      doneFolder: null,
    });
    assert.ok(!(await getMailbox(db, id)).credentials.includes('hush'));
    await run('update', id, '--name', 'bounces', '--tls', 'starttls', '--password', '-', '--done-folder', 'Done');
    const changed = await access('bounces');
    assert.deepEqual(
      [changed.port, changed.tls, changed.credentials, changed.doneFolder, changed.host],
      [143, 'starttls', { password: 'from the input' }, 'Done', 'imap.example.com'],
    );
    assert.deepEqual(await run('update', id, '--done-folder', '', '--port', '1143'), {
      code: 0,
      text: `Mailbox ${id} was updated. Try it: npx mailwright mailbox check ${id}`,
    });
    assert.deepEqual([(await access(id)).doneFolder, (await access(id)).port], [null, 1143]);
    await run('update', id, '--tls', 'none');
    assert.deepEqual([(await access(id)).tls, (await access(id)).port], ['none', 1143], "a port of one's own stays");
    assert.equal((await run('disable', 'bounces')).text, `Mailbox ${id} is now disabled.`);
    assert.match(
      (await run('list')).text,
      new RegExp(`\n${id} +bounces +imap\\.example\\.com:1143 +INBOX +inactive +never$`),
    );
    const shown = (await run('show', id)).text;
    assert.match(shown, /^auth +password$/m);
    assert.ok(!shown.includes('input'));
    assert.equal((await run('enable', id)).text, `Mailbox ${id} is now enabled.`);
    assert.match((await run('remove', id)).text, /was removed\. Its messages stay where they are\.$/);
    assert.equal((await run('show', id)).code, 1);
  });

  test('OAuth: the members are required together, and can be changed one by one', async () => {
    const oauth = ['--token-url', 'https://id.example.com/token', '--client-id', 'c', '--refresh-token', 'r'];
    const made = await run('add', '--host', 'imap.example.com', '--user', 'o@example.com', ...oauth);
    const id = numberIn(made.text);
    await run('update', id, '--client-secret', '-', '--refresh-token', '-');
    assert.deepEqual((await access(id)).credentials, {
      tokenUrl: 'https://id.example.com/token',
      clientId: 'c',
      clientSecret: 'from the input',
      refreshToken: 'and another',
      scope: '',
    });
    assert.match((await run('show', id)).text, /^auth +xoauth2$/m);
    await run('remove', id);
  });

  test('all faults at once, and nothing changes', async () => {
    const before = (await run('list')).text;
    const wrong = ['--tls', 'ssl', '--verify-tls', 'maybe', '--port', '99999', '--token-url', 'http://example.com/'];
    assert.deepEqual(await run('add', '--host', 'no host', ...wrong, '--folder', 'A', '--done-folder', 'A'), {
      code: 1,
      text: [
        'TLS "ssl" is not known; give implicit, starttls or none.',
        'Verify TLS must be yes or no.',
        'User cannot be blank.',
        'Client id cannot be blank.',
        'Refresh token cannot be blank.',
        'Token URL must start with https:// (http:// only on this machine).',
        'Host "no host" is not a host name like imap.example.com.',
        'Port "99999" is not a number from 1 to 65535.',
        'The folder for processed messages must not be the one they are fetched from.',
      ].join('\n'),
    });
    const onlyTls = await run('add', '--host', 'a.example', '--user', 'u', '--password', 'p', '--tls', 'ssl');
    assert.equal(onlyTls.text, 'TLS "ssl" is not known; give implicit, starttls or none.');
    assert.match((await run('add', '--host', 'a.example', '--user', 'u')).text, /^Give a password, or token URL/);
    assert.match(
      (await add('--token-url', 'https://a.example/')).text,
      /^Give a password or the members of OAuth, not/,
    );
    assert.match((await add('--name', '12')).text, /digits only/);
    assert.equal((await run('list')).text, before);
    const id = numberIn((await add()).text);
    assert.deepEqual(await add(), { code: 1, text: 'There is a mailbox "b@example.com" already.' });
    for (const [option, fault] of [
      ['--tls', 'TLS "foo" is not known; give implicit, starttls or none.'],
      ['--protocol', 'Protocol "foo" is not known; give imap or pop3.'],
    ] as const)
      assert.deepEqual(await run('update', id, option, 'foo'), { code: 1, text: fault });
    await run('remove', id);
  });

  test('secrets encrypted with another installation secret can be replaced, not read', async () => {
    const id = numberIn((await add()).text);
    const other = { db, clock: returnClock, secret: 'z'.repeat(40) };
    const refused = await runOnStore(mailboxCommand, ['update', id, '--port', '1'], other);
    assert.equal(refused.code, 1);
    assert.match(refused.text, /cannot be read: the installation's secret/);
    assert.equal((await runOnStore(mailboxCommand, ['update', id, '--password', 'new'], other)).code, 0);
    await run('remove', id);
  });

  test('check says in one line what is wrong', async (t) => {
    const certificate = makeCertificate(['localhost']);
    const plain = await openImapServer(t);
    const tls = await openImapServer(t, { tls: 'implicit', certificate });
    const starttls = await openImapServer(t, { tls: 'starttls' });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    closed.close();
    await once(closed, 'close');

    const { user, password } = plain.settings;
    const id = numberIn((await add('--user', user, '--name', 'checked')).text);
    const check = async (...changes: string[]) => {
      const changed = await run('update', id, ...changes);
      assert.equal(changed.code, 0, changed.text);
      return run('check', id);
    };
    const good = ['--host', '127.0.0.1', '--port', String(plain.port), '--tls', 'none', '--password', password];
    plain.append('one');
    assert.deepEqual(await check(...good), { code: 0, text: `It works: INBOX of ${user} has 1 message.` });
    const refused = await check('--password', 'wrong');
    assert.match(refused.text, /^The server does not accept the user bounce@example\.com: .*[Ii]nvalid credentials/);
    assert.match(
      (await check(...good, '--folder', 'Bounces')).text,
      /^There is no folder "Bounces". Available folders: INBOX, Sent, Done$/,
    );
    assert.match(
      (await check('--folder', 'INBOX', '--done-folder', 'Gone')).text,
      /^There is no folder "Gone"\. Available/,
    );
    await run('update', id, '--done-folder', '');
    assert.match((await check('--port', String(port))).text, /^127\.0\.0\.1:\d+ refuses connections: /);
    assert.match((await check('--host', 'nowhere.invalid')).text, /nowhere\.invalid/);
    const at = (server: { port: number }) => ['--host', '127.0.0.1', '--port', String(server.port)];
    assert.match(
      (await check(...at(tls), '--tls', 'implicit')).text,
      /^The certificate of 127.* \(--verify-tls no accepts/,
    );
    assert.equal((await check('--verify-tls', 'no')).code, 0);
    assert.match((await check(...at(plain))).text, /^TLS with 127.* it may want --tls starttls\.$/);
    assert.equal((await check(...at(starttls), '--tls', 'starttls')).code, 0);
    assert.match((await check(...at(plain))).text, /does not offer STARTTLS: use --tls implicit\.$/);
    await run('remove', id);
  });

  test('returned mails are listed, shown as harmless text, read again and removed', async () => {
    const act = (source: string) =>
      processMail(inboundTools(db), {
        origin: 'smtp',
        mailFrom: 'x@example.net',
        rcptTo: '',
        source: Buffer.from(source),
      });
    await act(mailText('Subject: first', '', 'body \x1b]0;owned\x07 \u202e end'));
    await act(mailText('Subject: second', '', 'body'));
    const list = (await returned('list', '--limit', '1')).text.split('\n');
    assert.match(list[0] ?? '', /^number +came \(UTC\) +by +from +subject +reason$/);
    assert.match(list[1] ?? '', /^\d+ +2026-11-21 12:00:00 +smtp +x@example\.net +second +\S/);
    assert.equal(list[2], '1 older one: --limit 2');
    const id = /\n(\d+) [^\n]* first /.exec((await returned('list')).text)?.[1] ?? '';
    const shown = await returned('show', id);
    assert.match(shown.text, /^from +x@example\.net$/m);
    assert.ok(shown.text.includes('body \ufffd]0;owned\ufffd \ufffd end'));
    assert.match((await returned('retry', id)).text, /^Message \d+: still not understood \(/);
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    const values = { source: Buffer.from(bounceMail(mailed)) };
    await db.updateTable('returned_mail').set(values).where('id', '=', Number(id)).execute();
    assert.equal((await returned('retry', 'all')).text, '1 recorded as a bounce, 1 still not understood');
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 1);
    assert.deepEqual(await returned('remove', id), {
      code: 1,
      text: `There is no message ${id}; npx mailwright returned list shows them.`,
    });
    assert.deepEqual(await returned('remove', 'all'), { code: 0, text: '1 message was removed.' });
    assert.equal((await returned('retry', 'all')).text, 'There are no messages to process again.');
  });

  test('unknown arguments print the usage', async () => {
    for (const args of [[], ['add', 'x'], ['check'], ['list', 'x'], ['paint', '1'], ['show', '1', '2'], ['--help']]) {
      const { code, text } = await run(...args);
      assert.equal(code, args[0] === '--help' ? 0 : 2, args.join(' '));
      assert.match(text, /^Usage: npx mailwright mailbox /m);
    }
    for (const args of [[], ['show'], ['list', 'x'], ['show', '1', '--limit', '2'], ['-h']]) {
      const { code, text } = await returned(...args);
      assert.equal(code, args[0] === '-h' ? 0 : 2, args.join(' '));
      assert.match(text, /^Usage: npx mailwright returned /m);
    }
    assert.match((await returned('list', '--limit', '0')).text, /^The limit must be a whole number from 1 to 99999\./);
    assert.match((await returned('show', 'all')).text, /^"all" is not a message number/);
  });
});
