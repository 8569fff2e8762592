// What the server refuses and what it found is said in German to whom reads German: faults of
// members, of blocks, of fields of a list, refusals of the whole; why a relay fails, and why a mail
// did not reach somebody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from './axe.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('refusals of the API are German on German screens', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site, { company: COMPANY });
  await call('POST', `/lists/${list}/subscribers`, { EMAIL: 'bea@example.com' });
  await call('PUT', `/lists/${list}/fields/${await fieldId('FNAME')}`, { required: 'yes' });
  await page.evaluate(
    `fetch('/api/me', { method: 'PUT', body: '{"language":"de"}', headers: { 'content-type': 'application/json' } })`,
  );

  // A name that is missing, in a block of the request: browsers take a space for one.
  await page.goto('/app/lists');
  await page.getByRole('button', { name: 'Neue Liste' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(' ');
  await dialog.getByLabel('Absendername').fill('Ada');
  await dialog.getByLabel('Absenderadresse').fill('a..b@example.com');
  await dialog.getByRole('button', { name: 'Liste anlegen' }).click();
  await dialog.getByText('Name fehlt noch.').first().waitFor();
  await dialog.getByText('Absenderadresse ist keine gültige E-Mail-Adresse.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.keyboard.press('Escape');

  // A field of the list that must have a value, and an address that is there already.
  await page.goto(`/app/lists/${list}`);
  await page.getByRole('button', { name: 'Jemanden hinzufügen' }).click();
  await dialog.getByLabel('Email').fill('cara@example.com');
  await dialog.getByLabel('First name').fill(' ');
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await dialog.getByText('First name fehlt noch.').first().waitFor();
  await dialog.getByLabel('Email').fill('bea@example.com');
  await dialog.getByLabel('First name').fill('Bea');
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await dialog.getByText('Diese Adresse steht schon auf der Liste.').waitFor();

  // An end in the past.
  await page.goto('/app/settings/keys');
  await page.getByRole('button', { name: 'Neuer Schlüssel' }).click();
  await dialog.getByLabel('Wofür er ist').fill('Shop');
  await dialog.getByLabel('Läuft ab').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click();
  await dialog.getByText('Der Tag muss in der Zukunft liegen.').waitFor();
  assert.deepEqual(await findingsOf(page), []);

  async function fieldId(tag: string): Promise<string> {
    const { data } = await call('GET', `/lists/${list}/fields`);
    const records = data.records as { field_id: string; tag: string }[];
    return records.find((record) => record.tag === tag)?.field_id ?? '';
  }
});

test('why something fails is German on German screens', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site, { company: COMPANY });
  const { data } = await call('POST', `/lists/${list}/subscribers`, { EMAIL: 'bea@example.com' });
  const bea = data.record.subscriber_uid as string;
  const content = { content: '<p>Hi</p>', plain_text: 'Hi' };
  const draft = { name: 'Frühling', subject: 'Hi', ...SENDER, list_uid: list, template: content };
  await call('POST', '/campaigns', { ...draft, send_at: '2035-01-01 09:00:00' });
  await page.evaluate(
    `fetch('/api/me', { method: 'PUT', body: '{"language":"de"}', headers: { 'content-type': 'application/json' } })`,
  );

  // A relay whose name nobody knows: what a try says, and what its screen says from then on.
  const unknown = { name: 'Post', hostname: 'smtp.nowhere.invalid', tls: 'none' };
  const server = String((await call('POST', '/delivery-servers', unknown))['server_id']);
  const why = 'Adresse: smtp.nowhere.invalid ist im öffentlichen DNS nicht bekannt';
  await page.goto('/app/deliverability');
  await page.getByRole('button', { name: 'Prüfen' }).click();
  const probing = page.getByRole('dialog', { name: 'Prüfung von Post' });
  await probing.getByRole('button', { name: 'Prüfen' }).click();
  await probing.getByText('Es funktioniert nicht.').waitFor();
  await probing.getByText(why).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Funktioniert nicht Adresse: smtp\.nowhere\.invalid/ }).waitFor();
  await page.goto(`/app/deliverability/relays/${server}`);
  await page.getByText(why).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  // A person: why a campaign did not reach them.
  await page.goto(`/app/lists/${list}/subscribers/${bea}`);
  await page.getByRole('combobox', { name: 'Kampagne' }).click();
  await page.getByRole('option', { name: 'Frühling' }).click();
  await page.getByText('Die Kampagne hat noch nicht begonnen.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
});

test('who begins in German goes on in German, with lists whose fields are called so', async (t) => {
  const site = await openSite(t);
  const page = await site.open({ language: 'de' });
  await page.goto(site.welcomeUrl);
  await page.getByLabel('Ihr Name').fill('Käthe Kruse');
  await page.getByLabel('E-Mail').fill('kaethe@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('ein Satz ist gut');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Kampagnen' }).waitFor();
  await page.goto('/app/lists');
  await page.getByRole('button', { name: 'Neue Liste' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Radler');
  await dialog.getByRole('button', { name: 'Liste anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Radler' }).waitFor();
  await page.getByRole('link', { name: 'Felder' }).click();
  const form = page.locator('iframe:not([aria-hidden])').contentFrame();
  for (const label of ['E-Mail', 'Vorname', 'Nachname']) await form.getByLabel(label).first().waitFor();

  // A regular expression that is none, and an address of a picture that is none.
  await page.getByRole('button', { name: 'Neues Feld' }).click();
  await page.getByLabel('Beschriftung').fill('Kennung');
  await page.getByText('Mehr: Grenzen, Hilfe, Platz').click();
  await page.getByLabel(/^Muster, dem es entsprechen/).fill('(');
  await page.getByRole('button', { name: 'Feld speichern' }).click();
  await page
    .getByText(/nicht zu gebrauchen: \) fehlt: `\(`/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Aussehen' }).click();
  await dialog.getByText('Was Sie hier geschrieben haben, ist noch nicht gespeichert.').waitFor();
  await dialog.getByRole('button', { name: 'Ohne Speichern verlassen' }).click();
  await page.getByLabel('Ihre Seite nach dem Bestätigen').fill('ftp://example.com');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page
    .getByText(/muss eine ganze http- oder https-Adresse ohne Benutzernamen sein/)
    .first()
    .waitFor();

  // One block more than a column may hold.
  const column = Array.from({ length: 20 }, () => ({ kind: 'divider' }));
  const blocks = { version: 1, blocks: [{ kind: 'columns', columns: [[], column] }] };
  const { template_uid } = await callOf(site)('POST', '/templates', { name: 'Viele Linien', blocks });
  const list = new URL(page.url()).pathname.slice('/app'.length, -'/look'.length);
  await page.goto(`/app/templates/${template_uid}`);
  await page.getByRole('button', { name: 'Einfügen in Spalte 2' }).click();
  await page.getByRole('menuitem', { name: 'Linie' }).click();
  await page.getByText('Nicht gespeichert: Spalten (2): mehr als 20 Bausteine.').waitFor();
  assert.deepEqual(await findingsOf(page), []);

  // What an address says that is no choice there is as if it said nothing.
  for (const path of ['/campaigns/calendar?day=2020-13-45&view=x', `${list}/growth?period=x`]) {
    await page.goto(`/app${path}`);
    await page.getByRole('heading', { level: 1, name: /^(Kalender|Radler)$/ }).waitFor();
    await page.getByText(/^(Uhrzeiten gelten|Wer dazukam)/).waitFor();
  }
});

test('an empty page of HTML begins in the language of who writes it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  await page.evaluate(
    `fetch('/api/me', { method: 'PUT', body: '{"language":"de"}', headers: { 'content-type': 'application/json' } })`,
  );
  await page.goto('/app/templates');
  await page.getByRole('button', { name: 'Neue HTML-Seite' }).click();
  await page.waitForURL(/\/app\/templates\/[a-z0-9]+$/);
  const uid = new URL(page.url()).pathname.split('/').at(-1);
  const { content } = (await call('GET', `/templates/${uid}?full=1`)).data.record;
  for (const words of ['<html lang="de">', '<p>Hallo [FNAME:', '>Abmelden</a>'])
    assert.ok(content.includes(words), `${words} is in it`);
});
