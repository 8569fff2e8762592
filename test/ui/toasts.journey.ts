// Words about what has just happened, which go away by themselves; and files that are dropped.
import { test } from 'node:test';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('words stay while somebody points at them or has the keyboard there; files are attached several at once', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  for (const name of ['One', 'Two']) await call('POST', '/campaigns', { name, status: 'draft' });
  const { campaign_uid } = await call('POST', '/campaigns', { name: 'Three', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByText('None. Drop a file here').waitFor();
  const files = ['a.txt', 'b.txt'].map((name) => `files.items.add(new File(['text'], '${name}'));`);
  const data = await page.evaluateHandle(`const files = new DataTransfer(); ${files.join('')} files`);
  await page.locator('[data-member=attachments] > *').dispatchEvent('drop', { dataTransfer: data });
  const attached = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await becomes(async () => (await attached.allTextContents()).map((text) => text.slice(0, 5)), ['a.txt', 'b.txt']);

  await page.goto('/app/campaigns');
  await page.getByRole('link', { name: 'One', exact: true }).waitFor();
  await page.clock.install(); // here, where no frames are: it would run scripts in them, which may not
  await page.reload();
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  };
  const hour = () => page.clock.fastForward(3_600_000);

  await remove('One');
  const words = page.getByText('“One” was removed');
  await words.hover();
  await hour();
  await words.waitFor();
  await page.mouse.move(10, 10);
  await hour();
  await words.waitFor({ state: 'detached' });

  await remove('Two');
  const close = page.locator('.toasts').getByRole('button', { name: 'Close' });
  await close.focus();
  await hour();
  await page.getByText('“Two” was removed').waitFor();
  await page.keyboard.press('Enter');
  await becomes(() => close.count(), 0);
});
