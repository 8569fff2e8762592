import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { runOnStore } from '../../../test/support/command.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { companyOf, fullAddress } from '../../accounts/company.ts';
import { findCustomerByUid } from '../../accounts/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Command, Options } from '../command.ts';
import { customerCommand } from './customer.ts';
import { keyCommand } from './key.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const ADDRESS = ['--company-name', 'Acme', '--address-1', '1 Main St', '--city', 'Austin', '--zip', '73301'];

eachEngine('customer and key commands', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function run<O extends Options>(command: Command<O>, ...args: string[]) {
    const { code, text } = await runOnStore(command, args, { db, clock });
    return { code, text };
  }

  test('a customer is made, changed and listed; its keys work until they are revoked', async () => {
    assert.deepEqual(await run(keyCommand, 'add'), { code: 1, text: 'There is no customer yet.' });
    const added = await run(customerCommand, 'add', '--name', 'Ada King Byron', '--email', 'ada@example.test');
    assert.equal(added.code, 0);
    const [, uid = '', key = ''] =
      /^Customer (\w{13}) was created\. .*: (\w{40})\n.*no postal address/.exec(added.text) ?? [];
    assert.ok(await authenticate(db, { headers: { 'x-api-key': key } }));

    const changed = await run(
      customerCommand,
      'update',
      '--time-zone',
      'America/Chicago',
      ...ADDRESS,
      '--country',
      'usa',
      '--zone',
      'tx',
    );
    assert.deepEqual(changed, { code: 0, text: `Customer ${uid} was updated.` });
    assert.match(
      (await run(customerCommand, 'update')).text,
      /^Nothing to change: give at least one of the options\.\n/,
    );
    const customer = await findCustomerByUid(db, uid);
    assert.ok(customer);
    assert.deepEqual(
      [customer.first_name, customer.last_name, customer.time_zone],
      ['Ada', 'King Byron', 'America/Chicago'],
    );
    assert.equal(fullAddress(companyOf(customer)), 'Acme\n1 Main St\nAustin Texas 73301\nUnited States of America');

    const listed = await run(customerCommand, 'list');
    assert.match(
      listed.text,
      new RegExp(`^uid .*\n${uid} +Ada King Byron +ada@example\\.test +America/Chicago +en +active +\\d+$`),
    );

    const second = await run(keyCommand, 'add', 'ADA@example.test', '--name', 'shop');
    const [, id = '', secondKey = ''] =
      /^Key (\d+) of customer \w{13}, shown only once: (\w{40})$/.exec(second.text) ?? [];
    assert.ok(await authenticate(db, { headers: { 'x-api-key': secondKey } }));
    assert.match((await run(keyCommand, 'revoke', id)).text, /^Key \d+ \(\w{4}…\) was revoked\.$/);
    await assert.rejects(authenticate(db, { headers: { 'x-api-key': secondKey } }));
    const keys = (await run(keyCommand, 'list', uid)).text;
    assert.match(
      keys,
      /first key +owner +strict +\w{13} +2026-01-02 03:04:05 +never +works\n.*shop .*revoked 2026-01-02 03:04:05$/,
    );
    assert.ok(!keys.includes(key));

    const patient = (await run(keyCommand, 'add', uid, '--name', 'old shop', '--lenient')).text;
    const [, patientId = '', patientKey = ''] = /^Key (\d+) \(lenient\) of .* (\w{40})$/.exec(patient) ?? [];
    const dialectOf = async () => (await authenticate(db, { headers: { 'x-api-key': patientKey } })).dialect.name;
    assert.equal(await dialectOf(), 'lenient');
    assert.match((await run(keyCommand, 'list', uid)).text, /old shop +owner,operator +lenient +\w{13}/);
    assert.match((await run(keyCommand, 'update', patientId, '--strict')).text, /^Key \d+ \(\w{4}…\) is strict now\.$/);
    assert.equal(await dialectOf(), 'strict');
    await run(keyCommand, 'update', patientKey, '--lenient');
    assert.equal(await dialectOf(), 'lenient');
    for (const [said, ...args] of [
      [
        'Nothing to change: give --name, --scope, --allow, --expires, --rate, --lenient, --strict.',
        'update',
        patientId,
      ],
      ['Give --lenient or --strict, not both.', 'add', uid, '--lenient', '--strict'],
      ['Unexpected argument: "b".', 'list', uid, 'b'],
      ['<id or key> is missing.', 'update', '--strict'],
    ] as const) {
      const { code, text: answer } = await run(keyCommand, ...args);
      assert.deepEqual([code, answer.split('\n')[0]], [2, said]);
    }
    const none = 'There is no API key 999999; npx mailwright key list shows them.';
    assert.equal((await run(keyCommand, 'update', '999999', '--lenient')).text, none);
  });

  test('a key has the rights of its scope; the operator chooses a known one', async () => {
    const { text } = await run(customerCommand, 'add', '--name', 'Bob', '--email', 'bob@example.test');
    const [, uid = ''] = /^Customer (\w{13})/.exec(text) ?? [];
    const scoped = (await run(keyCommand, 'add', uid, '--scope', 'viewer')).text;
    const [, key = ''] = /^Key \d+ \(viewer\) of .* (\w{40})$/.exec(scoped) ?? [];
    assert.deepEqual([...(await authenticate(db, { headers: { 'x-api-key': key } })).rights], ['read']);
    assert.deepEqual(await run(keyCommand, 'add', uid, '--scope', 'admin'), {
      code: 1,
      text: 'The scope must be one or several of: owner, sender, editor, viewer, read, write, send, operator.',
    });
  });

  test('a key has a scope, places and an end; each can be changed', async () => {
    const { text } = await run(customerCommand, 'add', '--name', 'Eve', '--email', 'eve@example.test');
    const [, uid = ''] = /^Customer (\w{13})/.exec(text) ?? [];
    const limits = ['--scope', 'send,read', '--allow', '10.0.0.0/8, 2001:db8::1', '--expires', '2027-01-01'];
    const [, id = '', key = ''] =
      /^Key (\d+) \(read,send\) of .* (\w{40})$/.exec((await run(keyCommand, 'add', uid, ...limits)).text) ?? [];
    const use = (ip: string) => authenticate(db, { headers: { 'x-api-key': key }, ip }, clock);
    assert.deepEqual([...(await use('10.1.1.1')).rights], ['read', 'send']);
    await assert.rejects(use('11.1.1.1'), /may not be used from the address 11\.1\.1\.1/);
    const listed = (await run(keyCommand, 'list', uid)).text;
    assert.match(listed, /read,send .* never +10\.0\.0\.0\/8,2001:db8::1 until 2027-01-01 00:00:00 +works$/);
    const open = await run(keyCommand, 'update', id, '--allow', 'all', '--expires', 'never', '--scope', 'write');
    assert.match(open.text, /^Key \d+ \(\w{4}…\) is updated now\.$/);
    assert.deepEqual([...(await use('11.1.1.1')).rights], ['edit']);
    for (const [option, value, fault] of [
      ['--allow', '10.0.0.1/33', '--allow: "10.0.0.1/33" is neither an address nor a network like 10.0.0.0/8.'],
      ['--allow', '', '--allow cannot be blank.'],
      ['--expires', '2025-01-01', '--expires must be in the future.'],
      ['--expires', 'soon', '--expires must be a time like 2027-01-01 or 2027-01-01 12:00:00.'],
    ] as const)
      assert.deepEqual(await run(keyCommand, 'update', id, option, value), { code: 1, text: fault });
  });

  test('all faults at once, and nothing is created', async () => {
    const before = (await run(customerCommand, 'list')).text;
    const { code, text } = await run(
      customerCommand,
      'add',
      '--email',
      'nobody',
      '--time-zone',
      'Mars/Base',
      '--locale',
      'x',
      '--city',
      'Here',
      '--country',
      'Atlantis',
    );
    assert.equal(code, 1);
    assert.deepEqual(text.split('\n'), [
      'Name cannot be blank.',
      'Email is not a valid email address.',
      'Time zone "Mars/Base" is not known; give a name like Europe/Paris.',
      'Locale "x" is not known; give a name like en or de-CH.',
      'Company name cannot be blank.',
      'Company address 1 cannot be blank.',
      'Company zip code cannot be blank.',
      'Company country "Atlantis" is not known; give an ISO code or an English name.',
    ]);
    assert.equal((await run(customerCommand, 'list')).text, before);
  });

  test('the customer must be unambiguous', async () => {
    const taken = { code: 1, text: 'This email address belongs to another customer.' };
    const add = (name: string, email: string) => run(customerCommand, 'add', '--name', name, '--email', email);
    assert.equal((await add('One', 'one@example.test')).code, 0);
    assert.deepEqual(await add('Two', 'One@Example.test'), taken);
    assert.equal((await add('Two', 'two@example.test')).code, 0);
    assert.deepEqual(await run(customerCommand, 'update', 'two@example.test', '--email', 'ONE@example.test'), taken);
    assert.equal((await run(customerCommand, 'update', 'two@example.test', '--email', 'TWO@example.test')).code, 0);
    assert.match((await run(keyCommand, 'add')).text, /There are several customers: choose one by uid or email/);
    assert.deepEqual(await run(keyCommand, 'add', 'nobody'), { code: 1, text: 'There is no customer "nobody".' });
    const none = 'There is no API key 424242; npx mailwright key list shows them.';
    assert.deepEqual(await run(keyCommand, 'revoke', '424242'), { code: 1, text: none });
    const other = await run(keyCommand, 'revoke', 'x'.repeat(40)); // it may be a secret of elsewhere
    assert.deepEqual(other, { code: 1, text: 'There is no such API key.' });
    assert.equal((await run(customerCommand, 'update', 'nobody')).code, 1);
  });

  test('unknown arguments print the usage', async () => {
    for (const args of [[], ['remove'], ['add', 'x'], ['list', 'x'], ['update', 'a', 'b'], ['add', '--help'], ['-h']]) {
      const { code, text } = await run(customerCommand, ...args);
      assert.equal(code, args.at(-1)?.startsWith('-') ? 0 : 2, args.join(' '));
      assert.match(text, /^Usage: npx mailwright customer /m);
    }
    for (const args of [[], ['revoke'], ['list', 'a', 'b']]) {
      const { code, text } = await run(keyCommand, ...args);
      assert.equal(code, 2);
      assert.match(text, /^Usage: npx mailwright key /m);
    }
    const wrong = await run(customerCommand, 'add', '--nmae', 'x');
    assert.equal(wrong.code, 2);
    assert.match(wrong.text, /^Unknown option --nmae\. Did you mean --name\?[\s\S]*Usage: /);
  });

  test('a customer is removed when that is confirmed, and nobody works for it meanwhile', async () => {
    const { text } = await run(customerCommand, 'add', '--name', 'Zoe Gone', '--email', 'zoe@example.test');
    const [, uid = '', key = ''] = /^Customer (\w{13}) .*: (\w{40})/.exec(text) ?? [];
    const asked = await run(customerCommand, 'remove', 'ZOE@example.test');
    assert.equal(asked.code, 1);
    assert.match(asked.text, new RegExp(`^Customer ${uid}: Zoe Gone, zoe@example\\.test\nwhat +number\nAPI keys +1\n`));
    assert.match(asked.text, /\nThis cannot be undone: confirm with --yes\.$/);
    assert.ok(await authenticate(db, { headers: { 'x-api-key': key } }));

    await db.updateTable('customer').set({ status: 'removing' }).where('uid', '=', uid).execute();
    const busy = `This customer is being removed; this finishes it: npx mailwright customer remove ${uid} --yes`;
    assert.deepEqual(await run(keyCommand, 'add', uid), { code: 1, text: busy });
    assert.deepEqual(await run(customerCommand, 'update', uid, '--status', 'active'), { code: 1, text: busy });
    const done = await run(customerCommand, 'remove', uid, '--yes');
    assert.match(done.text, new RegExp(`\nCustomer ${uid} was removed with everything that belonged to it\\.$`));
    assert.equal(await findCustomerByUid(db, uid), undefined);
    const none = { code: 1, text: `There is no customer "${uid}".` };
    assert.deepEqual(await run(customerCommand, 'remove', uid, '--yes'), none);
    assert.equal((await run(customerCommand, 'remove')).code, 2);
  });
});
