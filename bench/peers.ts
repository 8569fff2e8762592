// How fast we send beside others, on the same machine to the same sink with the same content: 5 KB
// of HTML with 12 links, greeted by name. Each round runs all of them, in another order each time;
// the table has medians and how many times as fast we are. What they do differs, as the table says.
//
//   node bench/peers.ts [--rounds 5] [--people 20000] [--lanes 20]
//
// On PostgreSQL too when MAILWRIGHT_TEST_DATABASE_URL names a server; listmonk if it is installed.

import { readOptions } from '../test/support/options.ts';
import { listmonkRate } from './peers/listmonk.ts';
import { ownRate } from './peers/ours.ts';
import { MESSAGE_BYTES, newsletter } from './support/content.ts';
import { machine } from './support/machine.ts';
import { nodemailerRate, smtpSourceRate, startSink } from './support/peers.ts';
import { median } from './web/place.ts';

const { values } = readOptions(import.meta.filename, {
  rounds: { type: 'string', default: '5' },
  people: { type: 'string', default: '20000' },
  lanes: { type: 'string', default: '20' }, // connections of each
});
const [rounds, people] = [Number(values.rounds), Number(values.people)];
const lanes = Number(values.lanes);
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
const size = { people, lanes };

/** `rate` gives messages a second; undefined when it is not installed. */
type Contestant = { name: string; does: string; isOurs?: boolean; rate(): Promise<number | undefined> };

const sink = await startSink();
const writes = 'composes, signs links and return paths, and writes down what became of each';
const contestants: readonly Contestant[] = [
  {
    name: 'Mailwright on SQLite',
    does: writes,
    isOurs: true,
    rate: () => ownRate(sink, newsletter(), size),
  },
  {
    name: 'Mailwright on PostgreSQL',
    does: writes,
    isOurs: true,
    rate: async () => (serverUrl === undefined ? undefined : ownRate(sink, newsletter(), size, serverUrl)),
  },
  {
    name: '`smtp-source -d`',
    does: 'fills the sink with one ready text',
    rate: async () => smtpSourceRate(sink, MESSAGE_BYTES.html, lanes, people),
  },
  {
    name: "nodemailer's pool",
    does: 'composes; writes nothing down',
    rate: () => nodemailerRate(sink, newsletter(), Math.ceil(people / 4)),
  },
  {
    name: 'listmonk on PostgreSQL',
    does: 'composes, makes links; writes down a position, not what became of each',
    rate: async () => (serverUrl === undefined ? undefined : listmonkRate(sink, newsletter(), size, serverUrl)),
  },
];

const rates = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
for (let round = 0; round < rounds; round += 1) {
  for (let i = 0; i < contestants.length; i += 1) {
    const contestant = contestants[(round + i) % contestants.length];
    const rate = await contestant?.rate();
    if (contestant && rate !== undefined) rates.get(contestant)?.push(rate);
  }
}
sink.stop();

const ratesOf = (contestant: Contestant) => rates.get(contestant) ?? [];
const ours = contestants.filter(({ isOurs }) => isOurs);
const rows = contestants.map((contestant) => {
  const { name, does } = contestant;
  const rate = median(ratesOf(contestant));
  if (ratesOf(contestant).length === 0) return `| ${name} | ${does} | not installed |${' – |'.repeat(ours.length)}`;
  const ratios = ours.map((own) => (ratesOf(own).length === 0 ? '–' : (median(ratesOf(own)) / rate).toFixed(2)));
  return `| ${name} | ${does} | ${Math.round(rate).toLocaleString('en')} | ${ratios.join(' | ')} |`;
});
console.log(`${people} messages of ${MESSAGE_BYTES.html} bytes over ${lanes} connections to ${sink.name}, medians of ${rounds} rounds
${machine()}

| | what it does | messages/s | ${ours.map(({ name }) => `${name}, times as fast`).join(' | ')} |
|---|---|---|${'---|'.repeat(ours.length)}
${rows.join('\n')}`);
