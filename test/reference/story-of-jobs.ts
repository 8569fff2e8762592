// The story of the examples, what runs long: a file on its way into a list or out of it, and
// what is done with many people.

import { runJobs } from '../../src/jobs/runner.ts';
import { createLogger } from '../../src/kernel/log.ts';
import type { Teller } from './teller.ts';

const FILE =
  'Email,First name,Birthday\r\nkim@example.com,Kim,1990-02-28\r\nlee@example.com,Lee,2001-01-02\r\nnot an address,Max,\r\n';

/** Imports a file into a list. */
export async function tellOfJobs({ app, tell }: Teller, { list_uid }: { list_uid: string }): Promise<void> {
  const list = { list_uid };
  const { db, clock } = app;
  const runDue = () => runJobs({ db, clock, log: createLogger('silent'), mayGoOn: () => true });
  const upload = async () => {
    const { data } = await tell('createImport', {
      params: list,
      query: { file_name: 'people.csv' },
      body: FILE,
      raw: { body: Buffer.from(FILE), type: 'text/csv' },
    });
    return { ...list, import_uid: data.record.import_uid as string };
  };
  const params = await upload();
  await tell('updateImport', {
    params,
    body: {
      columns: [{ field: 'EMAIL' }, { field: 'FNAME' }, { new_field: { label: 'Birthday', type: 'date' } }],
      existing: 'change',
      status: 'confirmed',
      dry_run: 'yes',
    },
  });
  await tell('runImport', { params, body: { dry_run: 'no' } });
  await runDue();
  await tell('getImport', { params });
  await tell('downloadImportBadRows', { params });
  await tell('listImports', { params: list, query: { per_page: 10 } });
  await tell('streamEvents', { query: { once: 'yes' } });
  await tell('undoImport', { params });
  await runDue();
  const spare = await upload();
  await tell('runImport', { params: spare, body: {} });
  await tell('cancelImport', { params: spare });
  await tell('deleteImport', { params: spare });
  await tellOfExports({ tell }, list, runDue);
  await tellOfBulkActions({ tell }, list, runDue);
  await tellOfErasure({ tell }, list);
}

type Tells = Pick<Teller, 'tell'>;
type ListName = { list_uid: string };

async function tellOfExports({ tell }: Tells, list: ListName, runDue: () => Promise<void>): Promise<void> {
  await tell('listPeople', { params: list }); // their ids stand in the file
  const { data } = await tell('createExport', { params: list, body: { format: 'csv', status: 'confirmed' } });
  const params = { ...list, export_uid: data.record.export_uid as string };
  await runDue();
  await tell('getExport', { params });
  await tell('downloadExport', { params });
  await tell('listExports', { params: list, query: { per_page: 10 } });
  const spare = await tell('createExport', { params: list, body: { format: 'jsonl' } });
  const other = { ...list, export_uid: spare.data.record.export_uid as string };
  await tell('cancelExport', { params: other });
  await tell('deleteExport', { params: other });
}

async function tellOfBulkActions({ tell }: Tells, list: ListName, runDue: () => Promise<void>): Promise<void> {
  await tell('countPeople', { params: list, query: { search: 'kim', match: 'contains' } });
  const make = async (body: object) => {
    const { data } = await tell('createBulkAction', { params: list, body });
    return { ...list, bulk_action_uid: data.record.bulk_action_uid as string };
  };
  const params = await make({ action: 'unsubscribe', search: 'nobody@' });
  await tell('runBulkAction', { params, body: { people: 0 } });
  await runDue();
  await tell('getBulkAction', { params });
  await tell('downloadBulkActionSkipped', { params });
  await tell('listBulkActions', { params: list, query: { per_page: 10 } });
  await tell('previewConfirmationMail', { params: list });
  await tell('cancelBulkAction', { params: await make({ action: 'delete', search: 'nobody@' }) });
}

async function tellOfErasure({ tell }: Tells, list: ListName): Promise<void> {
  const { data } = await tell('createSubscriber', { params: list, body: { EMAIL: 'max@example.com', FNAME: 'Max' } });
  const params = { subscriber_uid: data.record.subscriber_uid as string };
  await tell('exportPerson', { params });
  await tell('listConsents', { params });
  await tell('exportPersonByEmail', { params: { email: 'max@example.com' } });
  await tell('exportPersonAsPage', { params: { email: 'max@example.com' } });
  await tell('erasePerson', { params, body: { email: 'max@example.com', keep_suppressed: 'yes' } });
  await tell('erasePersonByEmail', { params: { email: 'max@example.com' }, body: { keep_suppressed: 'no' } });
}
