// From the printed link to the shell, and back in: the first person who uses an installation.
import { test } from 'node:test';
import { becomes } from './becomes.ts';
import { becomeOwner, OWNER, openSite, signIn } from './site.ts';

test('the first owner makes an account from the printed link, once', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await page.goto(site.welcomeUrl);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await becomes(() => zone.inputValue(), /^Asia\/Tokyo/); // that of the browser
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('a sentence');
  await becomes(() => page.getByRole('button', { name: 'Create account' }).isEnabled(), true);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await becomes(() => page.evaluate('document.activeElement.tagName'), 'H1', 'the keyboard is at the screen');
  for (const name of ['Campaigns', 'Lists', 'Segments', 'Templates', 'Reports', 'Deliverability', 'Settings'])
    await becomes(() => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).count(), 1, name);
  await page.getByRole('link', { name: 'Test inbox' }).waitFor();

  await page.goto('/app/settings/company');
  await becomes(() => zone.inputValue(), /^Asia\/Tokyo/);

  const other = await site.open();
  await other.goto(site.welcomeUrl);
  await other.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
});

test('people sign in, out, and with a wrong password not at all', async (t) => {
  const site = await openSite(t);
  const owner = await site.open();
  await becomeOwner(site, owner);

  const page = await site.open({ language: 'de' });
  await page.goto('/app/lists');
  await page.getByLabel('E-Mail').fill(OWNER.email);
  await page.getByLabel('Passwort', { exact: true }).fill('not this sentence');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Passwort', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor(); // where the way led to, in the user's language

  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await signIn(await site.open(), OWNER);
});
