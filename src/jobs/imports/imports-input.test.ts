// What an import takes: files of every form, and what is refused; how long it is kept.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { importCalls, uploadImport } from '../../../test/support/jobs.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { removeOldJobs } from '../remove-old.ts';

const PEOPLE =
  'Email;Vorname;Size;Born\r\nann@example.com;Ann;L;1990-02-28\r\nbad address;X;S;\r\nbob@example.com;;M;2001-01-02\r\n';

const pickCounts = ({ new: added, bad }: { new: number; bad: number }) => ({ new: added, bad });

eachEngine('what imports take', (engine) => {
  const app = suiteApp(engine);
  const { uid, call, put, run, people, newList } = importCalls(app);

  beforeEach(newList);

  test('bad input names the member, and changes nothing', async () => {
    const { import_uid: id } = await uploadImport(app(), uid(), PEOPLE);
    const faults = async (json: object) => (await put(id, json, 422)).error;
    const before = await call('GET', `/imports/${id}`);
    assert.match((await faults({ columns: [{ field: 'EMAIL' }] })).columns, /has 4 columns/);
    const three = [{}, {}, {}];
    assert.match((await faults({ columns: [...three, {}] })).columns, /must be used for the field EMAIL/);
    assert.deepEqual(
      Object.keys(await faults({ columns: [{ field: 'EMAIL' }, { field: 'NONE' }, { field: 'EMAIL' }, {}] })),
      ['columns[1].field', 'columns[2].field'],
    );
    assert.deepEqual(Object.keys(await faults({ columns: [{ new_field: { label: '', type: 'blob' } }, ...three] })), [
      'columns[0].new_field.label',
      'columns[0].new_field.type',
    ]);
    assert.deepEqual(
      Object.keys(
        await faults({ columns: 'EMAIL', existing: 'x', status: 'moved', delimiter: 'ab', charset: 'ebcdic' }),
      ).sort(),
      ['charset', 'columns', 'delimiter', 'existing', 'status'],
    );
    assert.deepEqual(await call('GET', `/imports/${id}`), before);
    const again = await put(id, { delimiter: ',', columns: [{ field: 'EMAIL' }] });
    assert.equal(again.guess.columns.length, 1);

    const other = await app().addCustomer();
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/run'],
      ['POST', '/undo'],
      ['GET', '/bad-rows'],
      ['DELETE', ''],
    ] as const) {
      assertStatus(await app().call(method, `/lists/${uid()}/imports/${id}${path}`, { key: other.key, json: {} }), 404);
      assertStatus(await app().call(method, `/lists/${uid()}/imports/nosuchimport1${path}`, { json: {} }), 404);
    }
    const elsewhere = await makeList(app());
    assertStatus(await app().call('GET', `/lists/${elsewhere}/imports/${id}`), 404);
    assert.match((await call('POST', `/imports/${id}/undo`, {}, 400)).error, /changed nothing/);
    const upload = (raw: Buffer, type: string) =>
      app().call('POST', `/lists/${uid()}/imports`, { raw, headers: { 'content-type': type } });
    const refusals: [Buffer, string, number, RegExp][] = [
      [Buffer.from(''), 'text/csv', 400, /The file is empty/],
      [Buffer.from('PK\x03\x04xl/workbook'), 'text/csv', 400, /an Excel workbook/],
      [Buffer.from('a\0b\xffc\n', 'latin1'), 'text/csv', 400, /NUL bytes/],
      [Buffer.from('{}'), 'application/json', 415, /Send the file itself/],
      [
        Buffer.from('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--'),
        'multipart/form-data; boundary=b',
        400,
        /no part with a file name/,
      ],
      [
        Buffer.from('--b\r\nContent-Disposition: form-data; name="x"; filename="f.csv"\r\n\r\nEMAIL\r\na@b.test\r\n'),
        'multipart/form-data; boundary=b',
        400,
        /before its closing boundary/,
      ],
    ];
    for (const [raw, type, status, error] of refusals) {
      const answer = await upload(raw, type);
      assertStatus(answer, status);
      assert.match(answer.json.error, error);
    }
    const rows = await app()
      .db.selectFrom('job')
      .select('kind')
      .where('list_id', '=', await listId())
      .execute();
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['import'],
      'what was refused leaves nothing',
    );
    await call('DELETE', `/imports/${id}`);
    assert.deepEqual(
      await app()
        .db.selectFrom('job_piece')
        .select('n')
        .execute()
        .then((all) => all.length),
      await piecesOfOthers(),
    );
  });

  const listId = async () =>
    (await app().db.selectFrom('list').select('id').where('uid', '=', uid()).executeTakeFirstOrThrow()).id;
  const piecesOfOthers = async () => {
    const rows = await app()
      .db.selectFrom('job_piece')
      .innerJoin('job', (on) =>
        on.onRef('job.customer_id', '=', 'job_piece.customer_id').onRef('job.id', '=', 'job_piece.job_id'),
      )
      .select('job_piece.n')
      .execute();
    return rows.length;
  };

  test('multipart, UTF-16, bare lists, no addresses', async () => {
    const text = 'EMAIL\tFNAME\r\nzoe@example.com\tZoë\r\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const head =
      '--b1\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--b1\r\nContent-Disposition: form-data; name="file"; filename="Leute.txt"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), utf16, Buffer.from('\r\n--b1--\r\n')]);
    const wide = await uploadImport(app(), uid(), body, 'multipart/form-data; boundary=b1');
    assert.deepEqual(
      [wide.file_name, wide.guess.delimiter, wide.guess.charset, wide.size],
      ['Leute.txt', 'tab', 'utf-16le', utf16.length],
    );
    assert.equal((await run(wide.import_uid)).result.new, 1);
    assert.equal((await people())[0]?.['FNAME'], 'Zoë');
    const bare = await uploadImport(app(), uid(), 'x@example.com,1\ny@example.com,2\n');
    assert.deepEqual(
      [bare.guess.has_header, bare.columns.map(({ field }: { field: string }) => field)],
      [false, ['EMAIL', null]],
    );
    assert.equal((await run(bare.import_uid)).result.new, 2);
    const none = await uploadImport(app(), uid(), 'Name,Town\nAnn,Bonn\n');
    assert.deepEqual(
      none.columns.map(({ field }: { field: string | null }) => field),
      [null, null],
    );
    const answer = await call('POST', `/imports/${none.import_uid}/run`, { json: {} }, 422);
    assert.match(answer.error.columns, /One column must be used for the field EMAIL/);
    const listed = (await app().call('GET', `/lists/${uid()}/imports?per_page=2`)).json.data;
    assert.deepEqual(
      listed.records.map((one: { import_uid: string }) => one.import_uid),
      [none.import_uid, bare.import_uid],
    );
    const rest = (await app().call('GET', `/lists/${uid()}/imports?per_page=2&after=${listed.next}`)).json.data;
    assert.deepEqual([rest.records.length, rest.next], [1, null]);
    assertStatus(await app().call('GET', `/lists/${uid()}/imports?after=nonsense`), 422);
  });

  test('dates as spreadsheets write them are guessed, and read', async () => {
    const german =
      'Email;Geburtstag\r\nann@example.com;28.02.1990\r\nbob@example.com;1.3.1999\r\ncid@example.com;29.02.1999\r\n';
    const { import_uid: id, columns } = await uploadImport(app(), uid(), german.replace('29.02', '28.02'));
    assert.deepEqual(columns[1].new_field, { label: 'Geburtstag', type: 'date' });
    assert.equal((await run(id)).result.new, 3);
    const dates = (await people()).map(({ GEBURTSTAG }) => GEBURTSTAG).sort();
    assert.deepEqual(dates, ['1990-02-28', '1999-02-28', '1999-03-01']);
    const again = await uploadImport(app(), uid(), german.replaceAll('@', '@again.'));
    assert.deepEqual(pickCounts((await run(again.import_uid)).result), { new: 2, bad: 1 });
  });

  test('a bad date among many good ones is a bad row, and makes no text of the others', async () => {
    const rows = (good: number) => [
      'Email,Born',
      'x@example.com,unknown',
      ...Array.from({ length: good }, (_, n) => `p${n}@example.com,1990-02-28`),
    ];
    const { import_uid: id, columns } = await uploadImport(app(), uid(), rows(9).join('\n'));
    assert.deepEqual(columns[1].new_field, { label: 'Born', type: 'date' });
    assert.deepEqual(pickCounts((await run(id, { dry_run: true })).dry_run_result), { new: 9, bad: 1 });
    const fewer = await uploadImport(app(), uid(), rows(8).join('\n'));
    assert.deepEqual(fewer.columns[1].new_field, { label: 'Born', type: 'text' });
    // Who writes a web site of their own does not lose a row by a guess.
    const sites = rows(30).map((row) => row.replace('1990-02-28', 'https://a.test'));
    const { columns: guessed } = await uploadImport(app(), uid(), sites.join('\n'));
    assert.deepEqual(guessed[1].new_field, { label: 'Born', type: 'text' });
  });

  test('files go after a day, what is kept for undoing after a week, rows after 90 days', async () => {
    const { db, clock } = app();
    const { import_uid: left } = await uploadImport(app(), uid(), PEOPLE);
    const { import_uid: id } = await uploadImport(app(), uid(), PEOPLE);
    await run(id);
    const clean = async () => {
      while (await removeOldJobs(db, clock.now()));
      await removeOldJobs(db, clock.now());
    };
    const parts = async () => {
      const rows = await db
        .selectFrom('job_piece')
        .innerJoin('job', (on) =>
          on.onRef('job.customer_id', '=', 'job_piece.customer_id').onRef('job.id', '=', 'job_piece.job_id'),
        )
        .select('part')
        .distinct()
        .where('job.uid', '=', id)
        .orderBy('part')
        .execute();
      return rows.map(({ part }) => part).join(' ');
    };
    await clean();
    assert.equal(await parts(), 'bad made upload');
    clock.forward(86_400_001);
    await clean();
    assert.equal(await parts(), 'bad made');
    await call('GET', `/imports/${left}`, {}, 404);
    assert.equal((await call('GET', `/imports/${id}`)).can_undo, true);
    clock.forward(7 * DAY_MS);
    await clean();
    assert.equal(await parts(), '');
    assert.match((await call('POST', `/imports/${id}/undo`, {}, 400)).error, /seven days/);
    clock.forward(90 * DAY_MS);
    for (let n = 0; n < 20; n += 1) await clean();
    await call('GET', `/imports/${id}`, {}, 404);
  });
});
