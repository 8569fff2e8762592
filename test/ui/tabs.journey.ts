// The lock by which the tabs of a browser share one stream of events, where it is refused.
import { test } from 'node:test';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

/** As Safari refuses it to a page that is being left: at once, each time. */
const REFUSED = `
  window.asked = 0;
  navigator.locks.request = () => {
    window.asked += 1;
    return Promise.reject(new DOMException('The page is being left.', 'InvalidStateError'));
  };`;

test('a page that is refused the lock for ever is not busy with it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.addInitScript(REFUSED);
  await page.goto('/app/lists');
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
  await becomes(() => page.evaluate<boolean>('window.asked > 1 && window.asked < 1000'), true, 'it asks now and then');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
});
