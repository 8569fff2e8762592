// The metrics of a server that sends, as Prometheus reads them: on a port of their own, and on the
// server's for operators alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, makeCampaign } from './sending.ts';

/** The value of one series; undefined when there is none. */
function seriesOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

for (const database of DATABASES) {
  test(`what became of messages, who works and what waits, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    const port = await freePort();
    const environment = { MAILWRIGHT_METRICS: `127.0.0.1:${port}` };
    const server = await start({ environment });
    const read = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
      return answer.text();
    };
    await until('a worker is there', async () => seriesOf(await read(), 'mailwright_workers') === 1);
    const before = await read();
    assert.equal(seriesOf(before, 'mailwright_messages_total{outcome="accepted"}'), 0);
    assert.equal(seriesOf(before, 'mailwright_queue_messages'), 0);
    await until('the clock is kept', async () => seriesOf(await read(), 'mailwright_clock_held') === 1);

    const readers = 7;
    await makeCampaign(server, readers);
    await until('all come', () => sink.received.length === readers);
    const counted = 'mailwright_messages_total{outcome="accepted"}';
    await until('all are counted', async () => seriesOf(await read(), counted) === readers);
    const text = await read();
    const relay = /mailwright_relay_messages_total\{relay="([^"]+)",outcome="accepted"\} 7/.exec(text)?.[1];
    assert.ok(relay, text);
    assert.equal(seriesOf(text, `mailwright_relay_up{relay="${relay}"}`), 1);
    assert.equal(
      seriesOf(text, 'mailwright_destination_messages_total{destination="example.com",outcome="accepted"}'),
      7,
    );
    assert.equal(seriesOf(text, 'mailwright_queue_messages'), 0);
    assert.ok((seriesOf(text, 'mailwright_store_bytes') ?? 0) > 100_000);
    assert.ok((seriesOf(text, 'mailwright_data_folder_free_bytes') ?? 0) > 0);
    assert.match(
      text,
      /mailwright_http_request_duration_seconds_count\{method="POST",route="\/api\/lists",status="201"\} 1/,
    );
    await until('the lag is known', async () => (await read()).includes('lag_seconds{thread="main",quantile="0.99"}'));
    const waits = (of: string) => seriesOf(text, `mailwright_store_lock_wait_seconds_count{of="${of}"}`);
    if (database === 'sqlite') assert.ok((waits('writer') ?? 0) > 0);
    else assert.ok(waits('lock') !== undefined && seriesOf(text, 'mailwright_store_lock_waiting') !== undefined);
    const documented = [...text.matchAll(/^# HELP (\S+) /gm)].map(([, name]) => name ?? '');
    for (const name of documented) assert.match(name, /^(mailwright|process)_[a-z_]+$/);
    for (const file of ['docs/metrics.md', 'deploy/prometheus/alerts.yml', 'deploy/grafana/mailwright.json']) {
      const named = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').match(
        /\b(mailwright|process)_[a-z_]+\b/g,
      );
      const unknown = (named ?? []).filter((name) => !documented.includes(name.replace(/_(bucket|count|sum)$/, '')));
      assert.deepEqual(unknown, [], `${file} names what is not measured`);
    }
    const elsewhere = await fetch(`http://127.0.0.1:${settings.port}/metrics`);
    assert.equal(elsewhere.status, 404, 'not on the public port too');

    type Ready = { free_bytes: number; workers: number };
    const ready = async () => (await (await fetch(`http://127.0.0.1:${settings.port}/readyz`)).json()) as Ready;
    // What it says may be a second old.
    await until('it is ready with its worker', async () => (await ready()).workers === 1);
    const { free_bytes, ...rest } = await ready();
    assert.deepEqual(rest, { status: 'ok', store: 'ok', clock: 'held', workers: 1 });
    assert.ok(free_bytes > 0);
  });
}

test('on the server itself the metrics are for keys of operators', { timeout: 600_000 }, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  const environment = { MAILWRIGHT_BASE_URL: 'https://mail.example.com', MAILWRIGHT_ROLES: 'web' };
  const server = await start({ environment });
  const ask = async (key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Basic ${btoa(`prometheus:${key}`)}` };
    return fetch(`http://127.0.0.1:${settings.port}/metrics`, { headers });
  };
  const key = await server.key();
  assert.equal((await ask()).status, 401);
  assert.equal((await ask('wrong')).status, 401);
  assert.equal((await ask(key)).status, 200);
  const ready = await (await fetch(`http://127.0.0.1:${settings.port}/readyz`)).json();
  const { warnings, workers } = ready as { warnings: string[]; workers: number };
  assert.equal(workers, 0);
  assert.deepEqual(warnings, [
    'Nothing is being sent: no process with the role worker is running.',
    'Nothing starts when it is due: no process with the role clock is running.',
  ]);
});
