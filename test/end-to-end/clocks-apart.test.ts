// Nodes whose clocks differ from the database's: what is planned does not begin on one that is
// ahead, as mail cannot be called back, and each says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { DATABASES, install, makeReaders, statusOf } from './sending.ts';

const AHEAD_S = 1_800;
const PEOPLE = 20;
/** Loaded into each thread first. */
const MOVED = `--import "data:text/javascript,const now = Date.now; Date.now = () => now() + ${AHEAD_S * 1_000};"`;

test('a node whose clock is half an hour ahead begins nothing early, and says that it is', {
  skip: !DATABASES.some((database) => database === 'postgres'),
  timeout: 300_000,
}, async (t) => {
  const { sink, settings, start } = await install(t, 'postgres');
  const server = await start({ environment: { NODE_OPTIONS: MOVED } });
  const list = await makeReaders(server, PEOPLE);
  const api = await server.api();
  const at = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19).replace('T', ' ');
  const make = async (name: string, sendAt: string) => {
    const body = {
      name,
      from_name: 'Ada',
      from_email: 'ada@example.com',
      reply_to: 'ada@example.com',
      subject: name,
      send_at: sendAt,
      list_uid: list,
      template: { content: '<p>[FNAME]</p>' },
    };
    return (await api.createCampaign({ body })).campaign_uid;
  };
  const planned = await make('Planned', at(AHEAD_S * 500));
  const due = await make('Due', at(-1_000));
  await until('what is due is sent', async () => (await statusOf(server, due)) === 'sent', 60);
  assert.equal(await statusOf(server, planned), 'pending-sending');
  assert.equal(sink.received.length, PEOPLE);

  const ready = (await (await fetch(`http://127.0.0.1:${settings.port}/readyz`)).json()) as { warnings?: string[] };
  const said = /^The clock of this machine is (?:1799|1800|1801) s ahead of the database's: have both set by NTP\.$/;
  assert.ok(
    ready.warnings?.some((text) => said.test(text)),
    JSON.stringify(ready),
  );
  await until('the log has it', () => /"event":"machine\.clock-apart"/.test(server.output()), 60);
});
