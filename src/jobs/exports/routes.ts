// Endpoints for exports of a list's people: begin one, see how it stands, download its file.
import { z } from 'zod';
import { csvFile, csvQuery } from '../../http/members/csv-file.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { type Call, created, file, ok, type Route } from '../../http/route.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { listOfCall } from '../../lists/of-call.ts';
import { jobsQuery, pageOfJobs } from '../page.ts';
import { removeJob } from '../remove-old.ts';
import { cancelExport, createExport, getExport, textOfExport } from './change.ts';
import { exportParameters } from './parameters.ts';
import { stateOfExport } from './rules.ts';
import * as wire from './wire.ts';

const group = 'Exports';
const path = '/lists/:list_uid/exports/:export_uid';

const exportOf = async (call: Call) => {
  const list = await listOfCall(call);
  return { list, job: await getExport(call.db, list, call.params['export_uid'] ?? '') };
};

const create: Route = {
  name: 'createExport',
  method: 'POST',
  path: '/lists/:list_uid/exports',
  needs: 'edit',
  isOneChange: true,
  summary: 'Export people of a list to a file',
  about:
    'The file is written on the server, independently of the caller, and continues after a restart: poll its progress, then download it. It contains the people on the list now; whoever joins while it is written is not included. The file is kept for one day.',
  group,
  body: wire.exportBody,
  status: 201,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const wanted = wire.readExport(call.body);
    const job = await createExport(call.db, list, wanted, call.clock.now());
    return created({ data: { record: wire.toWireExport(job, list) } });
  },
};

const listing: Route = {
  name: 'listExports',
  method: 'GET',
  path: '/lists/:list_uid/exports',
  needs: 'read',
  summary: 'List exports of a list, newest first',
  about: 'Kept for 90 days, their files for one.',
  group,
  query: z.object(jobsQuery),
  status: 200,
  answer: wire.pageAnswer,
  handle: (call) => pageOfJobs(call, 'export', wire.toWireExport),
};

const one: Route = {
  name: 'getExport',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get the progress of an export',
  about: 'Inexpensive: it can be polled every second.',
  group,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const { list, job } = await exportOf(call);
    return ok({ data: { record: wire.toWireExport(job, list) } });
  },
};

const download: Route = {
  name: 'downloadExport',
  method: 'GET',
  path: `${path}/file`,
  needs: 'read',
  summary: 'Download the file of an export once it is ready',
  group,
  query: z.object(csvQuery),
  status: 200,
  answer: wire.fileAnswer,
  fileType: 'text/csv',
  otherFileType: 'application/jsonl',
  handle: async (call) => {
    const { job } = await exportOf(call);
    const { format } = exportParameters(job);
    const [name, text] = [`people-${job.uid}.${format}`, textOfExport(call.db, job)];
    return format === 'csv' ? csvFile(call.query, name, text) : { ...file(name, text), mediaType: 'application/jsonl' };
  },
};

const cancel: Route = {
  name: 'cancelExport',
  method: 'POST',
  path: `${path}/cancel`,
  needs: 'edit',
  isOneChange: true,
  summary: 'Stop an export',
  group,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const { list, job } = await exportOf(call);
    const cancelled = await cancelExport(call.db, job, call.clock.now());
    return ok({ data: { record: wire.toWireExport(cancelled, list) } });
  },
};

const remove: Route = {
  name: 'deleteExport',
  method: 'DELETE',
  path,
  needs: 'edit',
  summary: 'Delete an export and its file',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    const { job } = await exportOf(call);
    if (stateOfExport(job) === 'exporting') throw new AppError('state', say('export-under-way'));
    await removeJob(call.db, job);
    return ok();
  },
};

/** Every endpoint of exports. */
export const exportRoutes: Route[] = [create, listing, one, download, cancel, remove];
