// Readers of streams of events, in a separate process: opens this many with the given keys in turn,
// says "open" when each has begun, and at a line on standard input how many bytes came.
import { Agent, get } from 'node:http';

const [baseUrl = '', keys = '', streams = '0'] = process.argv.slice(2);
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const wanted = Number(streams);
const all = keys.split(',');
let [open, bytes] = [0, 0];

for (let n = 0; n < wanted; n += 1) {
  const key = all[n % all.length] ?? '';
  get(`${baseUrl}/api/events`, { agent, headers: { 'x-api-key': key } }, (answer) => {
    if (answer.statusCode !== 200) fail(`${answer.statusCode}`);
    answer.once('data', () => {
      open += 1;
      if (open === wanted) console.log('open');
    });
    answer.on('data', (part: Buffer) => {
      bytes += part.length;
    });
  }).on('error', (error) => fail(error.message));
}

function fail(why: string): never {
  console.log(why);
  process.exit(1);
}

process.stdin.once('data', () => {
  console.log(String(bytes));
  process.exit(0);
});
