// A contrast theme of the system takes backgrounds away: what is chosen, whether something is on
// and how far it is can be seen all the same.
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

/** The background that is painted; forced colors leave none of ours. */
const groundOf = (place: Locator) =>
  place.evaluate((element) => {
    const look = (
      globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> }
    ).getComputedStyle(element);
    return look['forcedColorAdjust'] === 'none' ? look['backgroundColor'] : '';
  });

test('what is chosen and what is on can be told in a contrast theme', async (t) => {
  const site = await openSite(t);
  const page = await site.open({ scheme: 'dark' });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await becomeOwner(site, page);
  const rooms = page.getByRole('navigation', { name: 'Main' });
  const highlight = await groundOf(rooms.getByRole('link', { name: 'Campaigns' }));
  await becomes(async () => highlight !== '', true, 'the room that is open');
  await becomes(() => groundOf(rooms.getByRole('link', { name: 'Lists' })), '');
  await becomes(() => groundOf(page.getByRole('button', { name: /^All/ })), highlight);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Spring', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  const switches = page.getByRole('switch');
  const track = (name: string) => switches.and(page.getByLabel(name)).locator('xpath=following-sibling::*[1]');
  const on = () => groundOf(track('Count opens'));
  await becomes(
    async () => (await on()) !== '' && (await on()) !== (await groundOf(track('Fill in JSON feeds'))),
    true,
  );
  await becomes(
    () => groundOf(page.getByText('Desktop', { exact: true }).locator('xpath=ancestor-or-self::label')),
    highlight,
  );
});
