import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { runOnStore } from '../../../test/support/command.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DEMO_FIELDS } from '../../demo/list.ts';
import { findTally } from '../../storage/tally.ts';
import { importCommand } from './import.ts';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'subscribers.csv');

eachEngine('import', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'mailwright-import-'));
    app = opened();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function makeList(fields: readonly object[] = []): Promise<string> {
    const answer = await app.call('POST', '/lists', {
      json: {
        general: { name: 'A list', description: 'Of people' },
        defaults: { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' },
      },
    });
    assertStatus(answer, 201);
    for (const field of fields) {
      assertStatus(await app.call('POST', `/lists/${answer.json.list_uid}/fields`, { json: field }), 201);
    }
    return answer.json.list_uid;
  }

  function file(content: string | Buffer): string {
    const path = join(folder, `${Math.random()}.csv`);
    writeFileSync(path, content);
    return path;
  }

  async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
    const { code, lines } = await runOnStore(importCommand, args, { db: app.db, clock: app.clock });
    return { code, lines };
  }

  async function rowsOf(listUid: string) {
    return app.db
      .selectFrom('subscriber')
      .innerJoin('list', (on) =>
        on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
      )
      .selectAll('subscriber')
      .where('list.uid', '=', listUid)
      .orderBy('subscriber.id')
      .execute();
  }

  test('the example is imported, every faulty row reported; a second import changes nothing', async () => {
    const list = await makeList(DEMO_FIELDS);
    const report = join(folder, 'bad.csv');
    const first = await run(list, EXAMPLE, '--report', report);
    assert.equal(first.code, 0, first.lines.join('\n'));
    assert.match(first.lines[0] ?? '', /^2,000 rows of .*: 1,975 added, 0 already there, 25 bad /);
    const bad = readFileSync(report, 'utf8').trim().split('\r\n');
    assert.equal(bad.length, 26);
    assert.equal(bad[0], 'LINE,EMAIL,REASON');
    assert.match(bad[1] ?? '', /^78,no\.at\.sign\.example\.com,Please provide a valid email address\.$/);
    assert.ok(bad.some((line) => line.endsWith(',This address is already in the file.')));
    const before = await rowsOf(list);
    assert.equal(before.length, 1975);
    const second = await run(list, EXAMPLE);
    assert.match(second.lines[0] ?? '', /: 0 added, 1,975 already there, 25 bad /);
    assert.deepEqual(await rowsOf(list), before);
    const third = await run(list, EXAMPLE, '--update');
    assert.match(third.lines[0] ?? '', /: 0 added, 1,975 already there, 25 bad /);
    assert.deepEqual(await rowsOf(list), before);
    const listed = await app.call('GET', `/lists/${list}/subscribers?status=confirmed&per_page=1`);
    assert.equal(listed.json.data.count, '1975');
  });

  test('existing addresses keep their values, and with --update get those of the file', async () => {
    const list = await makeList();
    const old = { EMAIL: 'Anna@Example.com', FNAME: 'Anna', LNAME: 'Old', details: { status: 'unsubscribed' } };
    assertStatus(await app.call('POST', `/lists/${list}/subscribers`, { json: old }), 201);
    const path = file('Email,First name,LNAME,Shoe size\nanna@example.com,,New,38\nbo@example.com,Bo,,44\n');
    const first = await run(list, path);
    assert.match(
      first.lines.join('\n'),
      /"Shoe size" matches no field of the list.*\n.*1 added, 1 already there, 0 bad/s,
    );
    assert.match((await run(list, path, '--update')).lines.at(-1) ?? '', /0 added, 1 updated, 1 already there, 0 bad/);
    const page = await app.call('GET', `/lists/${list}/subscribers`);
    const [bo, anna] = page.json.data.records;
    assert.deepEqual(
      [anna.EMAIL, anna.FNAME, anna.LNAME, anna.status],
      ['Anna@Example.com', 'Anna', 'New', 'unsubscribed'],
    );
    assert.deepEqual([bo.EMAIL, bo.FNAME, bo.status, bo.source], ['bo@example.com', 'Bo', 'confirmed', 'import']);
    const found = await app.call('GET', `/lists/${list}/subscribers/search-by-custom-fields?LNAME=new`);
    assert.equal(found.json.data.count, '1');
  });

  test('delimiters, byte order mark, line ends, status', async () => {
    for (const [content, name] of [
      ['\ufeffEMAIL;FNAME\r\na@example.com;"x;y"\r\n', 'x;y'],
      ['EMAIL\tFNAME\na@example.com\tTab, bed\n', 'Tab, bed'],
      ['fname|email\rPipe|a@example.com', 'Pipe'],
      ['"EMAIL","FNAME"\n\n"a@example.com","say ""hi"""', 'say "hi"'],
    ] as const) {
      const list = await makeList();
      const { code, lines } = await run(list, file(content), '--status', 'unconfirmed');
      assert.equal(code, 0, lines.join('\n'));
      const { records } = (await app.call('GET', `/lists/${list}/subscribers`)).json.data;
      assert.deepEqual(
        records.map((one: Record<string, string>) => [one['FNAME'], one['status']]),
        [[name, 'unconfirmed']],
      );
    }
  });

  test('exports of other programs are imported: column names, bare lists, encodings', async () => {
    const wide = (text: string, isBig: boolean) => {
      const bytes = Buffer.from(text, 'utf16le');
      return isBig ? bytes.swap16() : bytes;
    };
    const table = (names: string, sign: string) => `${names}\nzoe@example.com,Zoë,Grün\n`.replaceAll(',', sign);
    const files: [content: string | Buffer, values: string[]][] = [
      [table('Email Address,First Name,Last Name', ','), ['Zoë', 'Grün']],
      [table('E-Mail,Vorname,Nachname', ';'), ['Zoë', 'Grün']],
      [Buffer.from('Mail;Prénom;Nom\r\nzoe@example.com;Zoë;Grün\r\n', 'latin1'), ['Zoë', 'Grün']],
      [wide(`\ufeff${table('E-mail address,FIRST NAME,Surname', '\t')}`, false), ['Zoë', 'Grün']],
      [wide(`\ufeff${table('EMAIL,First_Name,LNAME', '\t')}`, true), ['Zoë', 'Grün']],
      [wide(table('EMAIL,FNAME,LNAME', ','), false), ['Zoë', 'Grün']],
      [
        'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,TAGS\nzoe@example.com,Zoë,Grün,2,2024-01-01 08:00:00,x\n',
        ['Zoë', 'Grün'],
      ],
      ['Mail,EMAIL,FNAME\nother@example.com,zoe@example.com,Zoë\n', ['Zoë', '']],
      ['zoe@example.com\nmax@example.com\n', ['', '']],
      ['1;zoe@example.com;x\n2;max@example.com;y', ['', '']],
    ];
    for (const [content, values] of files) {
      const list = await makeList();
      const { code, lines } = await run(list, file(content));
      assert.equal(code, 0, lines.join('\n'));
      const { records } = (await app.call('GET', `/lists/${list}/subscribers`)).json.data;
      const zoe = records.find(({ EMAIL }: { EMAIL: string }) => EMAIL.startsWith('zo'));
      assert.deepEqual([zoe?.FNAME, zoe?.LNAME], values, `${content.toString()} ${lines.join('\n')}`);
    }
  });

  test('columns are mapped, fields created, and a dry run writes nothing', async () => {
    const list = await makeList();
    const old = { EMAIL: 'gone@example.com', details: { status: 'unsubscribed' } };
    assertStatus(await app.call('POST', `/lists/${list}/subscribers`, { json: old }), 201);
    const path = file(
      'Who,Rufname,Shoe size,MEMBER_RATING,List\nnew@example.com,Nina,38,5,x\ngone@example.com,Gus,44,1,x\nbad,B,1,1,x\nNEW@example.com,,,,\n',
    );
    const options = ['--map', 'Who=EMAIL', '--map', 'Rufname=FNAME', '--map', 'List=', '--create-fields', '--update'];
    const before = await rowsOf(list);
    const dryRun = await run(list, path, ...options, '--dry-run');
    assert.equal(dryRun.code, 0, dryRun.lines.join('\n'));
    assert.match(dryRun.lines.join('\n'), /^Fields that would be made: SHOE_SIZE \(Shoe size\)\.$/m);
    assert.match(
      dryRun.lines.join('\n'),
      /^Dry run, nothing was written: of 4 rows of .*, 1 new, 1 changed, 0 already there, 2 bad\. 1 of those already there are unsubscribed/m,
    );
    assert.deepEqual(await rowsOf(list), before);
    const tags = async () =>
      (await app.call('GET', `/lists/${list}/fields?per_page=50`)).json.data.records.map(
        ({ tag }: { tag: string }) => tag,
      );
    assert.deepEqual(await tags(), ['EMAIL', 'FNAME', 'LNAME']);
    const { lines } = await run(list, path, ...options);
    assert.match(
      lines.join('\n'),
      /^Fields made: SHOE_SIZE \(Shoe size\)\.$[\s\S]*: 1 added, 1 updated, 0 already there, 2 bad /m,
    );
    assert.deepEqual(await tags(), ['EMAIL', 'FNAME', 'LNAME', 'SHOE_SIZE']);
    const { records } = (await app.call('GET', `/lists/${list}/subscribers`)).json.data;
    assert.deepEqual(
      records.map((one: Record<string, string>) => [one['FNAME'], one['SHOE_SIZE'], one['status']]),
      [
        ['Nina', '38', 'confirmed'],
        ['Gus', '44', 'unsubscribed'],
      ],
    );
  });

  test('a hostile file spoils its own rows only', async () => {
    const list = await makeList();
    const rows = [
      'EMAIL,FNAME',
      'one@example.com,"never closed',
      'two@example.com,two',
      'nul@example.com,a\0b',
      `long@example.com,${'x'.repeat(2_000_000)}`,
      '=cmd|calc@example,=1+1',
      '"three@example.com"x,three',
      'four@example.com,\u001b[31mred',
      'five@example.com,five',
      '__proto__@example.com,__proto__',
      'FIVE@example.com,again',
      'six@example.com,six,seven',
    ];
    const report = join(folder, 'hostile.csv');
    const { code, lines } = await run(list, file(rows.join('\n')), '--report', report);
    assert.equal(code, 0);
    assert.match(lines[0] ?? '', /^11 rows of .*: 3 added, 0 already there, 8 bad/);
    assert.deepEqual(
      (await rowsOf(list)).map((row) => row.email),
      ['two@example.com', 'five@example.com', '__proto__@example.com'],
    );
    const text = readFileSync(report, 'utf8');
    assert.match(text, /^2,,A quotation mark is opened but not closed\.\r$/m);
    assert.match(text, /^5,,"The row is longer than 1,048,576 characters\."\r$/m);
    assert.match(text, /^6,'=cmd\|calc@example,/m);
    assert.match(text, /^11,FIVE@example\.com,This address is already in the file\.\r$/m);
    assert.match(text, /^12,six@example\.com,"The row has 3 values, but the first line has 2\."\r$/m);
    assert.ok(!lines.join('').includes('\u001b'));
  });

  test('unusable files and lists are refused in one line', async () => {
    const list = await makeList();
    const good = file('EMAIL\na@example.com\n');
    for (const [args, says] of [
      [['aa00000000000', good], /^There is no list aa00000000000\.$/],
      [[list, '/nowhere/file.csv'], /^The file \/nowhere\/file\.csv cannot be read: there is no such file\.$/],
      [[list, folder], /cannot be read: it is not a file\.$/],
      [[list, file('')], /^The file is empty\.$/],
      [
        [list, file('FNAME;Town\na;b\n')],
        /^No column holds the addresses: the first line has "FNAME", "Town"\. .* EMAIL \(or Email Address.* The list has EMAIL, FNAME, LNAME\. .*--map "FNAME=EMAIL"\.$/,
      ],
      [[list, file('EMAIL,FNAME,First name\n')], /^Two columns are used for the field FNAME\.$/],
      [[list, join(EXAMPLE, '..', 'newsletter.zip')], /^The file is a ZIP archive, not CSV\. Unpack it/],
      [
        [list, file(`PK\x03\x04\x14\x00\x06\x00[Content_Types].xml`)],
        /^The file is an Excel workbook \(\.xlsx\), not CSV\. .*"CSV UTF-8"/,
      ],
      [
        [list, file('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
        /^The file is an OpenDocument/,
      ],
      [[list, file(Buffer.from('EMAIL\0\xff\n', 'latin1'))], /^The file is not text/],
      [[list, good, '--map', 'Mail=EMAIL'], /^There is no column "Mail": the first line has "EMAIL"\.$/],
      [[list, good, '--map', 'EMAIL=TOWN'], /^The list has no field TOWN for the column "EMAIL"\. It has EMAIL, /],
      [[list, good, '--map', 'EMAIL'], /^--map takes /],
      [[list, good, '--status', 'happy'], /^The status must be one of: confirmed, /],
      [[list, good, '--delimiter', 'ab'], /^The delimiter must be one character/],
      [[list, good, '--customer', 'nobody'], /^There is no customer "nobody"\.$/],
      [
        [list, good, '--report', '/nowhere/report.csv'],
        /^The report \/nowhere\/report\.csv cannot be written: there is no such folder\.$/,
      ],
    ] as const) {
      const { code, lines } = await run(...args);
      assert.equal(code, 1, lines.join('\n'));
      assert.match(lines.join('\n'), says);
    }
    const { customer } = await app.addCustomer();
    assert.equal((await run(list, good, '--customer', customer.uid)).code, 1);
    assert.equal((await run(list, good, '--customer', app.customer.uid)).code, 0);
    assert.equal((await run(list)).code, 2);
    assert.equal((await run(list, good, '--nonsense')).code, 2);
    assert.equal((await run('--help')).code, 0);
  });

  test('a report whose disk is full is told of in one line', { skip: !existsSync('/dev/full') }, async () => {
    const list = await makeList();
    const { code, lines } = await run(list, file('EMAIL\nnonsense\n'), '--report', '/dev/full');
    assert.deepEqual([code, lines.at(-1)], [1, 'The report /dev/full cannot be written: the disk is full.']);
  });

  test('a large file on a thread of its own: order, duplicates over batches, counts', async () => {
    const list = await makeList();
    const people = engine.name === 'pglite' ? 10_000 : 50_000; // in both cases many batches
    const rows = Array.from({ length: people * 1.2 }, (_, n) => `person${n % people}@example.com,Name ${n},Some Body`);
    const path = file(`EMAIL,FNAME,LNAME\n${rows.join('\n')}\n`);
    const { code, lines } = await run(list, path);
    assert.equal(code, 0, lines.join('\n'));
    const told = [people * 1.2, people, people / 5].map((count) => count.toLocaleString('en'));
    assert.match(
      lines[0] ?? '',
      new RegExp(`^${told[0]} rows of .*: ${told[1]} added, 0 already there, ${told[2]} bad`),
    );
    const stored = await rowsOf(list);
    const last = `person${people - 1}@example.com`;
    assert.deepEqual([stored.length, stored.at(-1)?.email], [people, last]);
    assert.equal(await findTally(app.db, app.customer.id, 'subscribers:confirmed', stored[0]?.list_id ?? 0), people);
    const page = await app.call('GET', `/lists/${list}/subscribers/search-by-custom-fields?FNAME=name%20${people - 1}`);
    assert.equal(page.json.data.records[0].EMAIL, last);
  });
});
