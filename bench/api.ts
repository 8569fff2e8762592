// The API beside the framework that it stands on: a bare Fastify route, which gives the same answer
// from memory, and ours, in turns, so that all have the same machine. Prints a table an engine:
// requests a second, the share of the bare route's rate, processor time and statements a request.
//
//   node bench/api.ts [--rounds 3] [--seconds 1.5] [--only "GET lists,click"]
//     [--before <folder of another version>]
//
// With `--before` the other version runs in turn with this one. PostgreSQL is measured when
// MAILWRIGHT_TEST_DATABASE_URL names a server; a statement there is a round trip.
import { join } from 'node:path';
import { freePort } from '../src/network/free-port.ts';
import { readOptions } from '../test/support/options.ts';
import { askFor, type Request } from './api/load.ts';
import { type Requests, requestsOf } from './api/requests.ts';
import { type AsBare, tellBare } from './api/same-answer.ts';
import { type Counted, serveBare, serveTree } from './api/servers.ts';
import { machine } from './support/machine.ts';
import { makeEmptyPlace, median } from './web/place.ts';

const { values: options } = readOptions(import.meta.filename, {
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '1.5' },
  only: { type: 'string' },
  before: { type: 'string' },
});
const HERE = join(import.meta.dirname, '..');

type Measured = { rates: number[]; micros: number[]; statements: number[] };
type Version = { name: string; server: Counted; requests: Requests };

console.log(machine());
const bare = await serveBare(await freePort());
await compare('SQLite');
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
if (serverUrl !== undefined) await compare('PostgreSQL', serverUrl);
await bare.end();
process.exit();

async function compare(engine: string, url?: string): Promise<void> {
  const opened = [await open('now', HERE, url)];
  if (options.before !== undefined) opened.push(await open('before', options.before, url));
  const versions = opened.map(({ version }) => version);
  const [first] = versions;
  const wanted = options.only?.split(',');
  const names = Object.keys(first?.requests ?? {}).filter((name) => wanted?.includes(name) ?? true);
  const columns = versions.map(({ name }) => `${name}: requests/s | of the bare route | µs a request | statements`);
  console.log(
    `\n${engine}\n\n| request | bytes of the answer | bare Fastify with the same answer, requests/s (µs) | ${columns.join(' | ')} |`,
  );
  console.log(`|---|---|---${'|---|---|---|---'.repeat(versions.length)}|`);
  for (const name of names) console.log(await line(name, versions));
  for (const { close } of opened) await close();
}

async function line(name: string, versions: readonly Version[]): Promise<string> {
  const [now] = versions;
  if (!now) throw new Error('nothing to measure');
  const { asBare, bytes } = await tellBare(bare.port, now.server.port, now.requests[name]?.(0));
  const all = [bare, ...versions.map(({ server }) => server)].map((server): Measured & { server: Counted } => ({
    server,
    rates: [],
    micros: [],
    statements: [],
  }));
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const [at, one] of all.entries()) {
      const request: AsBare = versions[at - 1]?.requests[name] ?? asBare;
      const isWarmUp = round === 0;
      await measure(one, isWarmUp ? undefined : one, request);
    }
  }
  const [ofBare, ...others] = all;
  const bareRate = median(ofBare?.rates ?? []);
  const cells = others.map(({ rates, micros, statements }) => {
    const share = (median(rates) / bareRate).toFixed(2);
    return `${Math.round(median(rates))} | ${share} | ${median(micros).toFixed(0)} | ${median(statements).toFixed(1)}`;
  });
  return `| ${name} | ${bytes} | ${Math.round(bareRate)} (${median(ofBare?.micros ?? []).toFixed(0)}) | ${cells.join(' | ')} |`;
}

async function measure({ server }: { server: Counted }, into: Measured | undefined, request: (n: number) => Request) {
  const before = await server.usage();
  const { answers, seconds } = await askFor(server.port, Number(options.seconds), request);
  const after = await server.usage();
  into?.rates.push(answers / seconds);
  into?.micros.push((after.micros - before.micros) / answers);
  into?.statements.push((after.statements - before.statements) / answers);
}

async function open(name: string, tree: string, url?: string) {
  const place = await makeEmptyPlace(url);
  const server = await serveTree(tree, await freePort(), place.settings);
  const version: Version = { name, server, requests: await requestsOf(server.port, place.apiKey) };
  const close = async () => {
    await server.end();
    await place.remove();
  };
  return { version, close };
}
