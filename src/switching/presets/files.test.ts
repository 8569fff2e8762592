import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { runOnStore } from '../../../test/support/command.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { contentOf, takeOver } from '../../../test/support/switching.ts';
import { makeZip } from '../../../test/support/zips.ts';
import { switchCommand } from '../../cli/commands/switch.ts';
import type { FormerServer } from '../former.ts';
import { csvServer } from './csv/csv.ts';

const END = 'OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LAST_CHANGED,LEID,EUID,NOTES,TAGS';
const person = (n: number, name = `Kim ${n}`) =>
  `kim${n}@example.com,${name},"1 Road, Town","2019-01-02 03:04:05",192.0.2.1,"2019-01-02 04:00:00",192.0.2.2,1.5,"2020-01-01 00:00:00",${n},e${n},,"""vip"",""north"""`;
const subscribed = (count: number) =>
  [
    `Email Address,First Name,Address,${END}`,
    ...Array.from({ length: count }, (_, n) => person(n)),
    'broken,Bad,,,,,,,,99,e99,,',
  ].join('\r\n');
const unsubscribed = `Email Address,First Name,Address,${END},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER\r\n${person(900)},"2021-05-06 07:08:09",May,1a,NORMAL,x\r\n`;
const cleaned = `Email Address,First Name,Address,${END},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID\r\n${person(901)},"2021-05-06 07:08:09",May,1a\r\n`;
const never = `Email Address,First Name,Address,${END}\r\n${person(902)}\r\n`;

eachEngine('taking over files', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let folder: string;
  before(() => {
    app = opened();
    folder = mkdtempSync(join(tmpdir(), 'mailwright-switch-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const zip = (count: number) =>
    write(
      'export.zip',
      makeZip([
        { name: 'subscribed_email_audience_export_1.csv', content: subscribed(count) },
        { name: 'unsubscribed_email_audience_export_1.csv', content: unsubscribed },
        { name: 'cleaned_email_audience_export_1.csv', content: cleaned },
        { name: 'nonsubscribed_email_audience_export_1.csv', content: never },
        { name: 'templates/spring_letter.html', content: '<p>Hi *|FNAME|*</p>\n*|IF:VIP|*' },
      ]),
    );
  async function run(...args: string[]) {
    const given = { db: app.db, clock: app.clock };
    const { code, text } = await runOnStore(switchCommand, [...args, '--customer', app.customer.uid], given);
    return { code, text };
  }

  test('Mailchimp’s export: who left and who bounced first, with consent, tags and notes', async () => {
    const path = zip(620);
    assert.match((await run('mailchimp', path)).text, /give --name, or --list/);
    const dryRun = await run('mailchimp', path, '--name', 'Readers', '--dry-run');
    assert.match(dryRun.text, /^Dry run, nothing was written/);
    assert.match(
      dryRun.text,
      /624 people: 622 added \(1 unsubscribed, 1 disabled, 620 confirmed\), 0 changed, 0 as they are, 2 left out\./,
    );
    assert.deepEqual((await contentOf(app)).subscribers, []);
    mkdirSync(join(folder, 'letters'));
    write('letters/Autumn.html', '*|UNSUB|*');
    const args = ['mailchimp', path, '--name', 'Readers', '--templates', join(folder, 'letters'), '--json'];
    const { code, text } = await run(...args);
    assert.equal(code, 0, text);
    const report = JSON.parse(text);
    const { people, fields_added } = report.lists[0];
    assert.deepEqual(fields_added, ['ADDRESS', 'NOTES', 'TAGS']);
    assert.deepEqual(people.skipped_as, { 'never subscribed there': 1, 'no valid address': 1 });
    assert.deepEqual(report.suppressions, { read: 1, added: 1, present: 0, skipped: 0 });
    assert.deepEqual(
      report.templates.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`),
      ['spring letter added', 'Autumn added'],
    );
    assert.deepEqual(
      report.untranslated.map(({ line, tag }: { line: number; tag: string }) => [line, tag]),
      [[2, '*|IF:VIP|*']],
    );
    assert.match(report.notes.join(' '), /Columns about the export itself are left out: LATITUDE, LAST_CHANGED/);
    const { subscribers } = await contentOf(app);
    const of = (n: number) => subscribers.find(({ email }) => email === `kim${n}@example.com`) ?? assert.fail();
    const first = of(0);
    assert.deepEqual(
      [first.status, first.created_at, first.confirmed_at, first.ip_address, first.confirm_ip],
      ['confirmed', Date.UTC(2019, 0, 2, 3, 4, 5), Date.UTC(2019, 0, 2, 4), '192.0.2.1', '192.0.2.2'],
    );
    const consents = (await app.call('GET', `/subscribers/${first.uid}/consents`)).json.data.records;
    assert.deepEqual(
      consents.map((one: Record<string, string>) => [one['status'], one['way'], one['at'], one['ip_address']]),
      [
        ['unconfirmed', 'import', '2019-01-02T03:04:05.000Z', '192.0.2.1'],
        ['confirmed', 'import', '2019-01-02T04:00:00.000Z', '192.0.2.2'],
      ],
    );
    assert.deepEqual(Object.values(JSON.parse(first.field_values)).sort(), ['"vip","north"', '1 Road, Town', 'Kim 0']);
    assert.deepEqual([of(900).status, of(900).unsubscribed_at], ['unsubscribed', Date.UTC(2021, 4, 6, 7, 8, 9)]);
    assert.equal(of(901).status, 'disabled');
    const again = JSON.parse((await run(...args)).text);
    assert.deepEqual([again.lists[0].people.added, again.lists[0].people.same], [0, 622]);
    assert.deepEqual((await contentOf(app)).subscribers, subscribers);
  });

  test('any file, with its own words for statuses, into a list that is there', async () => {
    const list = await makeList(app, undefined, app.key);
    const lines = [
      'E-Mail;Vorname;Status;Subscribed at;IP;Farbe;E.Alt',
      'eva@example.com;Eva;subscribed;2020-05-06T07:08:09+02:00;192.0.2.9;rot;x',
      'udo@example.com;Udo;opted out;06.05.2020;;blau;',
      'ina@example.com;Ina;bounced;0000-00-00 00:00:00;;;',
      'ida@example.com;Ida;whatever;;;;',
      'eva@example.com;Eva;subscribed;;;;',
      'no@example.com;a;b;c;d;e;f;g',
      ';Nobody;subscribed;;;;',
    ];
    const path = write('people.csv', lines.join('\n'));
    const { code, text } = await run('csv', path, '--list', list, '--map', 'E.Alt=', '--json');
    assert.equal(code, 0, text);
    const report = JSON.parse(text);
    assert.deepEqual(report.lists[0].people.added_as, { confirmed: 1, unsubscribed: 1, disabled: 1 });
    assert.deepEqual(report.lists[0].people.skipped_as, {
      'the row has more values than the first line': 1,
      'the address came before': 1,
      'no valid address': 1,
      'its status is "whatever"': 1,
    });
    assert.deepEqual(report.lists[0].fields_added, ['FARBE']);
    assert.deepEqual(report.lists[0].people.examples.at(-1), { email: 'line 8', why: 'no valid address' });
    assert.deepEqual(report.lists[0].people.times_left, { 'Subscribed at': 1 });
    const again = await run('csv', path, '--list', list, '--map', 'E.Alt=');
    assert.match(again.text, /No time in Subscribed at \(.*\), and left out: those of 1\./);
    const rows = (await contentOf(app)).subscribers.filter(({ email }) => email === 'eva@example.com');
    assert.equal(rows[0]?.created_at, Date.UTC(2020, 4, 6, 5, 8, 9));
    assert.equal(
      (await app.call('GET', '/suppressions?email=ina@example.com')).json.data.records[0].reason,
      'hard-bounce',
    );
    assert.match((await run('csv', path)).text, /Into which list/);
    assert.match((await run('csv', path, '--list', 'zzzzzzzzzzzzz')).text, /has no list/);
    assert.match((await run('mailchimp', path, '--name', 'x')).text, /cannot be read as a zip: .*[^.]\.$/);
    assert.match(
      (await run('mailchimp', write('other.zip', makeZip([{ name: 'a.txt', content: 'a' }])), '--name', 'x')).text,
      /is no export of Mailchimp/,
    );
    const none = join(folder, 'none');
    for (const args of [
      ['csv', none, '--name', 'x'],
      ['mailchimp', none, '--name', 'x'],
      ['server', 'https://former.example', '--key-file', none],
    ]) {
      const { code, text } = await run(...args);
      assert.deepEqual([code, text], [1, `The file ${none} cannot be read: there is no such file.`]);
    }
    assert.equal((await run('server')).code, 2);
    assert.match((await run('server', 'ftp://x')).text, /Give the key|is none/);
  });

  test('what was interrupted goes on with the same file and options only', async () => {
    const list = await makeList(app, undefined, app.key);
    const many = (name: string) => Array.from({ length: 1_200 }, (_, n) => `${name}${n}@example.com`).join('\n');
    const wrong = write('wrong.csv', `Email,Status\n${many('wrong')}`);
    const standing = { status: 'confirmed' } as const;
    const former = await csvServer({ path: wrong, into: list, listName: 'x', standing, map: new Map() });
    const cut: FormerServer = {
      ...former,
      async *people(of, position) {
        for await (const slice of former.people(of, position)) {
          yield slice;
          throw new Error('cut off');
        }
      },
    };
    await assert.rejects(takeOver(app, cut), /cut off/);
    const resumed = JSON.parse((await run('csv', wrong, '--list', list, '--json')).text);
    assert.deepEqual([resumed.is_resumed, resumed.lists[0].people.added], [true, 1_200]);
    await assert.rejects(takeOver(app, cut), /cut off/);
    const right = write('right.csv', `Email,Status\nno@example.org,spam\n${many('right')}`);
    const report = JSON.parse((await run('csv', right, '--list', list, '--json')).text);
    assert.deepEqual([report.is_resumed, report.lists[0].people.added], [false, 1_201]);
    assert.deepEqual(report.suppressions, { read: 1, added: 1, present: 0, skipped: 0 });
  });
});
