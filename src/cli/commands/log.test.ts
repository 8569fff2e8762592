// The commands of the log, on both engines.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { runCommandNamed } from '../../../test/support/command.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);

eachEngine('commands of the log', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  type Name = 'log' | 'retry-failed' | 'settle' | 'explain';

  async function said(name: Name, ...args: string[]) {
    const { code, lines, warned, out } = await runCommandNamed(name, args, { db: app.db, clock: app.clock });
    return { code, lines, warned, ...(out !== '' && { out }) };
  }

  async function run(name: Name, ...args: string[]) {
    const { warned: _, ...told } = await said(name, ...args);
    return told;
  }

  const seed = () =>
    seedDelivery(
      app,
      [
        { message: { state: 'accepted', attempts: 1, reply: '250 OK', relay_id: 0, finished_at: T } },
        { message: { state: 'rejected', attempts: 1, reply: '550 \u001b[31mno', relay_id: 0, finished_at: T } },
        { message: { state: 'uncertain', attempts: 1, reply: 'lost', in_flight_at: T, finished_at: T } },
      ],
      { status: 'sent' },
    );

  test('log shows counts and messages, or writes all of them', async (t) => {
    const { uid, people } = await seed();
    const emails = people.map((person) => person.email);
    const shown = await run('log', uid);
    assert.equal(shown.code, 0);
    assert.deepEqual(shown.lines.slice(0, 4), [
      `Spring (${uid}) is sent; audience 3.`,
      '1 accepted, 1 rejected, 1 uncertain',
      '1 message is held as uncertain: it may or may not have arrived. Settle with',
      `  npx mailwright settle ${uid} <accept|resend|skip>`,
    ]);
    assert.match(
      shown.lines[10] ?? '',
      new RegExp(`^${emails[0]} +success +1 +2026-11-02 08:30:00 +configured +250 OK$`),
    );
    assert.ok(shown.lines[11]?.endsWith('550 \ufffd[31mno'));
    const some = await run('log', uid, '--status', 'Fatal-Error', '--limit', '1');
    assert.equal(some.lines.filter((line) => line.includes('@')).length, 1);
    assert.equal(
      (await run('log', uid, '--limit', '1')).lines.at(-1),
      '… and 2 more (--csv <file> writes all of them)',
    );

    assert.match((await run('log', uid, '--status', 'uncertain')).lines.at(-1) ?? '', / error +1 .*lost$/);

    const folder = temporaryFolder(t, 'log');
    const file = join(folder, 'log.csv');
    const written = await run('log', uid, '--csv', file);
    assert.deepEqual([written.code, written.lines], [0, [`The log of ${uid} was written to ${file}.`]]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const piped = await run('log', uid, '--csv', '-');
    assert.deepEqual([piped.code, piped.lines, `\ufeff${piped.out}`], [0, [], readFileSync(file, 'utf8')]);
    const rows = parse(readFileSync(file, 'utf8'), { columns: true, bom: true }) as Record<string, string>[];
    assert.deepEqual(
      rows.map((row) => row['email']),
      emails,
    );
    assert.equal(rows[0]?.['email_message_id'], `${uid}.${people[0]?.uid}@mail.example.test`);
    const refused = await run('log', uid, '--csv', join(folder, 'no', 'log.csv'));
    assert.equal(refused.code, 1);
    assert.match(refused.lines[0] ?? '', /^The file .*log\.csv cannot be written: there is no such folder\.$/);
  });

  test('retry-failed queues rejected messages again', async () => {
    const { uid } = await seed();
    assert.deepEqual(await run('retry-failed', uid), { code: 0, lines: ['1 pending again.'] });
    assert.deepEqual(await run('retry-failed', uid, '--include-uncertain'), { code: 0, lines: ['1 pending again.'] });
    await app.set(uid, { status: 'draft' });
    assert.deepEqual(await run('retry-failed', uid), {
      code: 1,
      lines: ['The campaign does not allow retrying its failed messages!'],
    });
  });

  test('settle shows, counts and settles uncertain messages', async () => {
    const { uid, people } = await seed();
    assert.ok((await run('settle')).lines.some((line) => line.startsWith(uid)));
    const shown = await run('settle', uid);
    assert.equal(shown.lines[1], `  npx mailwright settle ${uid} <accept|resend|skip>`);
    const other = people[0]?.email ?? '';
    assert.equal((await run('settle', uid, 'skip', '--dry-run')).lines[0], '1 would be given up.');
    const again = await run('settle', uid, 'skip', '--email', other);
    assert.deepEqual([again.code, again.lines[0]], [0, '0 given up.'], 'it was settled before');
    const nobody = await said('settle', uid, 'skip', '--email', 'x@y.example');
    const fault = '"x@y.example" is not on the campaign\'s list.';
    assert.deepEqual([nobody.code, nobody.lines[1], ...nobody.warned], [1, '0 given up.', fault]);
    assert.deepEqual((await run('settle', uid, 'Accept')).lines, [
      '1 counted as accepted.',
      'The campaign has no uncertain messages.',
    ]);
    assert.deepEqual(await run('settle', uid, 'hold'), {
      code: 1,
      lines: ['Settle them with one of: accept, resend, skip.'],
    });
    for (const [file, why] of [
      ['/nowhere/mailed.txt', 'there is no such file'],
      [tmpdir(), 'it is not a file'],
    ] as const) {
      assert.deepEqual(await run('settle', uid, 'accept', '--mailed', file), {
        code: 1,
        lines: [`The file ${file} cannot be read: ${why}.`],
      });
    }
  });

  test('explain gives the reason in one sentence', async () => {
    const { uid, people } = await seed();
    const [, refused] = people;
    const { code, lines } = await run('explain', uid, ` ${refused?.email.toUpperCase()} `);
    assert.equal(code, 0);
    assert.deepEqual(lines, [
      `The message to ${refused?.email} was rejected by the configured mail server at 2026-11-02 08:30:00 UTC: 550 \ufffd[31mno`,
    ]);
  });

  test('unknown arguments are errors', async () => {
    for (const name of ['log', 'retry-failed', 'explain', 'settle'] as const) {
      for (const args of [name === 'settle' ? ['--nonsense'] : [], ['a', 'b', 'c', 'd'], ['a', '--nonsense']]) {
        const { code, lines } = await run(name, ...args);
        assert.equal(code, 2, name);
        assert.match(lines.join('\n'), new RegExp(`Usage: npx mailwright ${name} `));
      }
      assert.equal((await run(name, '--help')).code, 0);
      assert.deepEqual(await run(name, 'aa00000000000', ...(name === 'explain' ? ['x@y.example'] : [])), {
        code: 1,
        lines: ['There is no campaign "aa00000000000".'],
      });
    }
    const { uid } = await seed();
    assert.match((await run('log', uid, '--status', 'fine')).lines[0] ?? '', /^The status must be one of: success, /);
    assert.deepEqual((await run('log', uid, '--limit', '0')).lines, [
      'The limit must be a whole number from 1 to 500.',
    ]);
  });
});
