// What people see of a large store, from outside: how long the browser UI takes to open and to
// change between screens beside a million subscribers; how fast the audience of a list and of a
// segment is counted, and estimated while it is written; what a thousand open streams of events
// cost a campaign that is being sent. Prints tables.
//
//   node bench/web.ts [--people 1000000] [--count 1000000,10000000] [--streams 1000]
//     [--only screens,counts,estimates,streams]
//
// Counts and estimates are taken on SQLite, and on PostgreSQL when MAILWRIGHT_TEST_DATABASE_URL
// names a server.

import { readOptions } from '../test/support/options.ts';
import { machine } from './support/machine.ts';
import { measureCounts } from './web/counts.ts';
import { measureEstimates } from './web/estimates.ts';
import { measureScreens } from './web/screens.ts';
import { measureStreams } from './web/streams.ts';

const { values: options } = readOptions(import.meta.filename, {
  people: { type: 'string', default: '1000000' },
  count: { type: 'string', default: '1000000' },
  streams: { type: 'string', default: '1000' },
  only: { type: 'string', default: 'screens,counts,estimates,streams' },
});
const only = options.only.split(',');

console.log(machine());
if (only.includes('screens')) await measureScreens(Number(options.people));
if (only.includes('counts')) await measureCounts(options.count.split(',').map(Number));
if (only.includes('estimates')) await measureEstimates(Number(options.people));
if (only.includes('streams')) await measureStreams(Number(options.streams));
