// Jobs in tests: uploads, and running what is due as the clock's node does.
import { runJobs } from '../../src/jobs/runner.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { assertStatus, type CallOptions, type TestApp } from './app.ts';
import { makeList } from './lists.ts';

/** Runs the jobs that are due. @param mayGoOn false ends them after their step */
export function runDueJobs({ db, clock }: Pick<TestApp, 'db' | 'clock'>, mayGoOn: () => boolean = () => true) {
  return runJobs({ db, clock, log: createLogger(process.env['MAILWRIGHT_LOG_LEVEL'] ?? 'silent'), mayGoOn });
}

/** Says yes a number of times, then no. */
export function times(n: number): () => boolean {
  let left = n;
  return () => left-- > 0;
}

/** Uploads a file for an import. @returns its record */
export async function uploadImport(app: TestApp, listUid: string, file: string | Buffer, type = 'text/csv') {
  const raw = Buffer.from(file);
  const answer = await app.call('POST', `/lists/${listUid}/imports`, { raw, headers: { 'content-type': type } });
  assertStatus(answer, 201);
  return answer.json.data.record;
}

/** Calls below one list, which is made anew for each test; and what tests ask of it. */
export function importCalls(app: () => TestApp) {
  let uid = '';
  const call = async (method: string, path: string, options: CallOptions = {}, status = 200) => {
    const answer = await app().call(method, `/lists/${uid}${path}`, options);
    assertStatus(answer, status);
    return answer.json?.data?.record ?? answer.json ?? answer.text;
  };
  return {
    uid: () => uid,
    call,
    async newList() {
      uid = await makeList(app());
    },
    put: (id: string, json: object, status = 200) => call('PUT', `/imports/${id}`, { json }, status),
    /** Runs an import to its end. @returns its record */
    async run(id: string, json: object = {}) {
      await call('POST', `/imports/${id}/run`, { json });
      await runDueJobs(app());
      return call('GET', `/imports/${id}`);
    },
    async people(): Promise<Record<string, string>[]> {
      return (await app().call('GET', `/lists/${uid}/subscribers?per_page=500`)).json.data.records;
    },
    async countOf(status: string): Promise<number> {
      return Number((await app().call('GET', `/lists/${uid}/subscribers?status=${status}`)).json.data.count);
    },
  };
}
