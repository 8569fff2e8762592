// What integrators ask for, beside a million rows: the rates of an import and an export by the API,
// of reading and writing requests with their 99th percentile, and opens and clicks at a given rate
// while the server is killed with SIGKILL: what was answered is compared with the rows. Ends with 1
// when an answered one is missing.
//
//   node bench/million.ts [--people 1000000] [--seconds 3] [--rate 10000] [--tracking 30]
//     [--kills 1] [--only sqlite]
//
// Seconds: of each request, and `--tracking` of opens and clicks. The campaign goes to everybody,
// into smtp-sink (Debian's postfix) or one of ours. SQLite, and PostgreSQL when
// MAILWRIGHT_TEST_DATABASE_URL names a server. Clients, server and sink share the machine.
import { loadavg } from 'node:os';
import { freePort } from '../src/network/free-port.ts';
import { readOptions } from '../test/support/options.ts';
import { askFor } from './api/load.ts';
import { exportAll, fillList, importFile } from './million/jobs.ts';
import { requestsAt } from './million/requests.ts';
import { sendToAll } from './million/server.ts';
import { hitAndKill } from './million/tracking.ts';
import { caller, makeList } from './support/api.ts';
import { machine } from './support/machine.ts';
import { startSink } from './support/peers.ts';
import { startWatched } from './support/process.ts';
import { makePlace, type Place } from './web/place.ts';

const { values: options } = readOptions(import.meta.filename, {
  people: { type: 'string', default: '1000000' },
  seconds: { type: 'string', default: '3' },
  rate: { type: 'string', default: '10000' },
  tracking: { type: 'string', default: '30' },
  kills: { type: 'string', default: '1' },
  only: { type: 'string' },
});
const people = Number(options.people);
const PORT = await freePort();

console.log(machine());
const sink = await startSink();
const SETTINGS = {
  MAILWRIGHT_LOG_LEVEL: 'error',
  MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
  MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${sink.port}?lanes=50`,
};
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
let lost = 0;
try {
  if (options.only !== 'postgres') lost += await onPlace('SQLite');
  if (options.only !== 'sqlite' && serverUrl !== undefined) lost += await onPlace('PostgreSQL', serverUrl);
} finally {
  sink.stop();
}
process.exit(lost === 0 ? 0 : 1);

/** @returns how many answered opens and clicks are missing */
async function onPlace(engine: string, url?: string): Promise<number> {
  const place = await makePlace(url);
  const start = () => startWatched(PORT, { ...place.settings, ...SETTINGS });
  const running = { server: await start() };
  const restart = async () => {
    await running.server.kill();
    running.server = await start();
  };
  try {
    return await measure(engine, place, restart);
  } finally {
    await running.server.kill();
    await place.remove();
  }
}

async function measure(engine: string, place: Place, restart: () => Promise<void>): Promise<number> {
  const call = caller(`http://127.0.0.1:${PORT}`, place.apiKey);
  const load = () => loadavg()[0]?.toFixed(1);
  console.log(`\n${engine}, ${people.toLocaleString('en')} people; load of the machine at the beginning ${load()}\n`);
  console.log('| what | rows | s | rows/s |\n|---|---|---|---|');
  const rate = (what: string, rows: number, seconds: number) =>
    console.log(`| ${what} | ${rows} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} |`);

  const list = await makeList(call);
  const file = fillList(people);
  rate('import by the API', people, await importFile(call, list, file.path));
  file.remove();
  const { rows, seconds } = await exportAll(call, list);
  rate('export by the API, downloaded', rows, seconds);
  const campaign = await sendToAll(call, list, people);
  rate('messages of a campaign accepted', people, campaign.seconds);

  console.log('\n| request | requests/s | p99 ms |\n|---|---|---|');
  const requests = await requestsAt(place, { list, campaign: campaign.uid, people });
  for (const [name, request] of Object.entries(requests)) {
    const { answers, seconds: took, p99 } = await askFor(PORT, Number(options.seconds), request);
    console.log(`| ${name} | ${Math.round(answers / took)} | ${p99.toFixed(1)} |`);
  }

  const found = await hitAndKill(place, {
    port: PORT,
    campaign: campaign.uid,
    rate: Number(options.rate),
    seconds: Number(options.tracking),
    kills: Number(options.kills),
    restart,
  });
  console.log(`
Opens and clicks, ${options.rate} a second wanted, ${options.kills} SIGKILL: ${found.asked} asked, ${found.answered} answered (${Math.round(found.rate)}/s while the server ran, p99 ${found.p99.toFixed(1)} ms),
${found.cutOff} cut off without an answer, of which ${found.keptUnanswered} are in the store; ${found.lost} answered ones missing. Load of the machine at the end ${load()}.`);
  return found.lost;
}
