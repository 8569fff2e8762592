// Alerts and dashboard, held to what a server measures: by promtool, and by a Prometheus that reads
// a running server.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { SCARCE_BYTES } from '../../src/storage/folder.ts';
import { install } from '../end-to-end/sending.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy');
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');
const RULES = read('prometheus/alerts.yml');
const alerts = [...RULES.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);

const isThere = (command: string) => spawnSync(command, ['--version']).error === undefined;

function promtool(t: TestContext, ...args: string[]): void {
  if (!isThere('promtool')) {
    t.skip('there is no promtool here (package prometheus)');
    return;
  }
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: join(FOLDER, 'prometheus'), encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

test('promtool takes the rules', (t) => {
  promtool(t, 'check', 'rules', 'alerts.yml');
});
test('each rule fires when it should, and not before', (t) => {
  promtool(t, 'test', 'rules', 'alerts.test.yml');
});

test('each alert is tried, and scarce is what it is everywhere', () => {
  assert.ok(alerts.length >= 10);
  const tried = read('prometheus/alerts.test.yml').split('- eval_time');
  for (const name of alerts) {
    const of = tried.filter((part) => part.includes(`alertname: ${name}\n`));
    assert.ok(of.some((part) => part.includes('exp_alerts')) && of.some((part) => !part.includes('exp_alerts')), name);
  }
  assert.ok(RULES.includes(`mailwright_data_folder_free_bytes < ${SCARCE_BYTES}\n`));
});

type Panel = { targets?: { expr: string }[] };

/** All expressions of rules and dashboard. */
function expressions(): string[] {
  const rules = [...RULES.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g)].map(
    ([, block, line]) => block ?? line ?? '',
  );
  assert.equal(rules.length, alerts.length);
  const { panels } = JSON.parse(read('grafana/mailwright.json')) as { panels: Panel[] };
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return [...rules, ...shown].map((text) => text.replaceAll('$__rate_interval', '1m').trim());
}

test('a Prometheus that reads a server answers every expression', { timeout: 600_000 }, async (t) => {
  if (!isThere('prometheus')) return t.skip('there is no prometheus here (package prometheus)');
  const { start } = await install(t, 'sqlite');
  const [metrics, port] = [await freePort(), await freePort()];
  await start({ environment: { MAILWRIGHT_METRICS: `127.0.0.1:${metrics}` } });
  const place = mkdtempSync(join(tmpdir(), 'mailwright-prometheus-'));
  const scrape = `{ job_name: mailwright, static_configs: [{ targets: ['127.0.0.1:${metrics}'] }] }`;
  writeFileSync(
    join(place, 'prometheus.yml'),
    `global: { scrape_interval: 500ms, scrape_timeout: 500ms }\nrule_files: ['${FOLDER}/prometheus/alerts.yml']\nscrape_configs:\n  - ${scrape}\n`,
  );
  const prometheus = spawn(
    'prometheus',
    ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`],
    { cwd: place, stdio: 'ignore' },
  );
  t.after(() => {
    prometheus.kill('SIGKILL');
    removeFolder(place);
  });
  const ask = async (query: string) => {
    const address = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await fetch(address).catch(() => undefined);
    return answer?.ok
      ? ((await answer.json()) as { status: string; data?: { result: { value: [number, string] }[] } })
      : undefined;
  };
  await until('it has read workers', async () => (await ask('mailwright_workers > 0'))?.data?.result.length === 1, 60);

  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  for (const expression of expressions()) {
    const answer = await ask(expression);
    assert.equal(answer?.status, 'success', expression);
    for (const [name] of expression.matchAll(/\b(?:mailwright|process)_\w+/g)) {
      assert.ok(
        known.has(name) || known.has(name.replace(/_(?:bucket|count|sum)$/, '')),
        `${name} is measured by nobody`,
      );
    }
  }
  for (const gauge of [
    'mailwright_queue_messages',
    'mailwright_webhook_backlog_events',
    'mailwright_data_folder_free_bytes',
  ]) {
    assert.equal((await ask(`max(${gauge})`))?.data?.result.length, 1, gauge);
  }
});
