// The demo that stays: its link lets somebody in, to a campaign with its report; a signal ends it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { processEnvironment } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { BROWSER } from './browser.ts';
import { OWNER } from './site.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const LINK = /http:\S+\/app\/welcome\?token=\S+/;

test('npm run demo -- --stay', async (t) => {
  const demo = spawn(process.execPath, [MAIN, 'demo', '--stay'], { env: processEnvironment() });
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  t.after(async () => {
    await browser.close();
    demo.kill('SIGKILL');
  });
  let said = '';
  const hear = (part: Buffer) => {
    said += part.toString();
  };
  demo.stdout.on('data', hear);
  demo.stderr.on('data', hear);
  const isShown = () => {
    assert.equal(demo.exitCode, null, said);
    return LINK.test(said);
  };
  await until('it shows its link', isShown, 240);
  const page = await browser.newPage();
  await page.goto(LINK.exec(said)?.[0] ?? '');
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'The season ends' }).waitFor(); // a draft to go on with
  await page.getByRole('link', { name: 'The new season' }).click();
  await page.getByRole('heading', { level: 1, name: 'The new season' }).waitFor();
  await page.getByText('815').first().waitFor();
  demo.kill('SIGINT');
  const [code] = await once(demo, 'exit');
  assert.equal(code, 0);
});
