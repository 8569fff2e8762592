// Every screen of the route table, and what of it is looked at. A path of the table that is not
// named here fails the walk.
import type { Page } from 'playwright-core';
import type { Ids } from './seed.ts';
import { FULL_MONTH } from './seed-automations.ts';

export type Visit = {
  /** Names its pictures. */
  name: string;
  /** Below /app. */
  path: (ids: Ids) => string;
  /** What is done there before it is looked at. */
  act?: (page: Page) => Promise<unknown>;
  /** By somebody who is not signed in. */
  isOutside?: boolean;
};

/** Paths that show nothing of their own, and why. */
export const PASSED: Readonly<Record<string, string>> = { '/': 'leads to the campaigns' };

const openDialog = (page: Page) => page.getByRole('dialog').getByRole('textbox').first().waitFor();
const openMail = async (page: Page) => {
  await page.getByRole('table').getByRole('link').first().click();
  await page.locator('iframe, pre').first().waitFor();
  await page.getByText(/^(Checking links|Links werden geprüft)/).waitFor({ state: 'detached' });
};
const askBlocklists = async (page: Page) => {
  await page.getByRole('button', { name: /^(Blocklists|Blocklisten)/ }).click();
  await page.getByRole('button', { name: /^(Check now|Jetzt prüfen)/ }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};
const readReturned = async (page: Page) => {
  const table = page.getByRole('table', { name: /^(Unrecognized|Nicht erkannt)/ });
  await table
    .getByRole('button', { name: /^(Read|Lesen)/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Remove this|Diese)/ })
    .waitFor();
};
const openReady = async (page: Page) => {
  await page.getByRole('button', { name: /^(Test and send|Testen und senden)/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Send to|Jetzt an)/ })
    .waitFor();
};
const openReadyOfTest = async (page: Page) => {
  await page.getByRole('button', { name: /^(Test and send|Testen und senden)/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^(Fix C|C beheben)/ })
    .waitFor();
};
const testVariants = async (page: Page) => {
  await page.getByRole('button', { name: /^(Test variants|Varianten testen)/ }).click();
  await openDialog(page);
};
const chooseWinner = async (page: Page) => {
  await page.getByRole('button', { name: /^(Send B|B an die)/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/(now: about|etwa) \d+\./)
    .waitFor();
};
const attach = async (page: Page) => {
  const file = {
    name: 'Preisliste-Frühjahr-2027-für-Fördermitglieder.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(1_234_567),
  };
  await page.getByLabel(/^(File to attach|Datei zum Anhängen)/).setInputFiles(file);
  await page
    .getByRole('list', { name: /^(Attachments|Anhänge)/ })
    .getByRole('listitem')
    .first()
    .waitFor();
};
const openField = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Edit field|Feld .* bearbeiten$/ })
    .last()
    .click();
  await page.getByLabel(/^(Label|Beschriftung)/).waitFor();
};
const openAsking = async (page: Page) => {
  await page.getByRole('button', { name: /^(Ask to confirm|Noch einmal um)/ }).click();
  await page.getByRole('dialog').locator('iframe').waitFor();
};
const openNewWebhook = async (page: Page) => {
  await page.getByRole('button', { name: /^(New webhook|Neuer Webhook)/ }).click();
  await openDialog(page);
};
const openDeliveries = async (page: Page) => {
  await page
    .getByRole('button', { name: /^(Deliveries|Zustellungen)/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('table').waitFor();
};
const openBlock = (name: RegExp) => async (page: Page) => {
  await page.getByRole('list', { name: /^(Blocks of the mail|Bausteine)/ }).waitFor();
  await page.getByRole('button', { name }).first().click();
  await page.locator('.block-form').waitFor();
};
const openHours = async (page: Page) => {
  await page.getByRole('dialog').getByRole('switch').click();
  await page
    .getByRole('dialog')
    .getByRole('group', { name: /^(Weekdays|Wochentage)/ })
    .waitFor();
};
const untilCounted = (page: Page) =>
  page
    .getByText(/^(The first people get|In the next run|Die Ersten bekommen|Den nächsten Lauf bekommen die Ersten)/)
    .waitFor();
/** Half a minute passes before its first run, and as long until the screen asks again. */
const untilRun = (page: Page) =>
  page
    .getByRole('table', { name: /^(Recent runs|Die letzten Läufe)/ })
    .getByRole('link')
    .first()
    .waitFor({ timeout: 60_000 });
const openVersions = async (page: Page) => {
  await page.getByRole('button', { name: /^\d+ (version|Fassung)/ }).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
};
const chooseRhythm = async (page: Page) => {
  await page.getByRole('radio', { name: /^(Recurring|Wiederkehrend)/ }).check();
  await page
    .getByRole('list', { name: /^(Next runs|Die nächsten Läufe)/ })
    .getByRole('listitem')
    .nth(4)
    .waitFor();
};
const search = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
  await page.getByRole('dialog').getByRole('option').first().waitFor();
};

const askWhy = async (page: Page) => {
  await page.getByRole('combobox', { name: /^(Campaign|Kampagne)$/ }).fill('Half-price');
  await page.getByRole('option', { name: 'Half-price service week' }).click();
  await page.getByText(/joined the list|kam auf die Liste/).waitFor();
};

const examine = async (page: Page) => {
  await page.getByRole('button', { name: /^(Check|Jetzt prüfen|Erneut prüfen)/ }).click();
  await page.getByText(/^(Checking:|Prüfung läuft)/).waitFor();
  await page.getByText(/^(Checking:|Prüfung läuft)/).waitFor({ state: 'detached' });
};

const at = (name: string, path: Visit['path'] | string, more: Partial<Visit> = {}): Visit => ({
  name,
  path: typeof path === 'string' ? () => path : path,
  ...more,
});

/** By path of the route table. */
export const VISITS: Readonly<Record<string, readonly Visit[]>> = {
  '/sign-in': [at('sign-in', '/sign-in', { isOutside: true })],
  '/forgot-password': [at('forgot-password', '/forgot-password', { isOutside: true })],
  '/welcome': [at('welcome-gone', '/welcome?token=none', { isOutside: true })],
  '/campaigns': [
    at('campaigns', '/campaigns'),
    at('campaigns-tagged', '/campaigns?tag=spring'),
    at('campaigns-filtered', '/campaigns?status=paused'),
    at('campaigns-new', '/campaigns#new-campaign', { act: openDialog }),
    at('curl', '/campaigns#curl', { act: (page) => page.locator('.copyable').first().waitFor() }),
    at('search', '/campaigns', { act: (page) => search(page, 'radgen') }),
  ],
  '/campaigns/calendar': [
    at('calendar', '/campaigns/calendar'),
    at('calendar-full', `/campaigns/calendar?day=${FULL_MONTH}-05`),
    at('calendar-week', `/campaigns/calendar?view=week&day=${FULL_MONTH}-10`),
    at('calendar-none', '/campaigns/calendar?day=2020-02-29'),
  ],
  '/campaigns/$campaignUid': [
    at('editor', ({ draft }) => `/campaigns/${draft}`),
    at('editor-blocks', ({ blocks }) => `/campaigns/${blocks}`, { act: openBlock(/^Text\b/) }),
    at('editor-blocks-condition', ({ blocks }) => `/campaigns/${blocks}`, { act: openBlock(/^(Condition|Bedingung)/) }),
    at('editor-blocks-columns', ({ blocks }) => `/campaigns/${blocks}`, { act: openBlock(/^(Columns|Spalten)/) }),
    at('editor-files', ({ draft }) => `/campaigns/${draft}`, { act: attach }),
    at('editor-ready', ({ draft }) => `/campaigns/${draft}`, { act: openReady }),
    at('editor-versions', ({ draft }) => `/campaigns/${draft}`, { act: openVersions }),
    at('editor-recurring', ({ begun }) => `/campaigns/${begun}`, { act: chooseRhythm }),
    at('editor-begun', ({ begun }) => `/campaigns/${begun}`),
    at('campaign-scheduled', ({ scheduled }) => `/campaigns/${scheduled}`),
    at('campaign-paused', ({ paused }) => `/campaigns/${paused}`),
    at('campaign-hours', ({ paused }) => `/campaigns/${paused}#hours`, { act: openHours }),
    at('editor-own-time', ({ ownTime }) => `/campaigns/${ownTime}`, { act: untilCounted }),
    at('editor-recurring-own-time', ({ ownTimes }) => `/campaigns/${ownTimes}`, { act: untilCounted }),
    at('campaign-runs', ({ runs }) => `/campaigns/${runs}`, { act: untilRun }),
    at('campaign-own-time', ({ waiting }) => `/campaigns/${waiting}`),
    at('editor-several-lists', ({ toSeveral }) => `/campaigns/${toSeveral}`),
    at('ab-test', ({ tested }) => `/campaigns/${tested}`),
    at('ab-test-new', ({ draft }) => `/campaigns/${draft}`, { act: testVariants }),
    at('ab-test-variant', ({ variant }) => `/campaigns/${variant}`),
    at('ab-test-ready', ({ tested }) => `/campaigns/${tested}`, { act: openReadyOfTest }),
    at('ab-test-report', ({ testing }) => `/campaigns/${testing}`),
    at('ab-test-winner', ({ testing }) => `/campaigns/${testing}`, { act: chooseWinner }),
    at('ab-test-decided', ({ decided }) => `/campaigns/${decided}`),
    at('report', ({ sent }) => `/campaigns/${sent}`),
    at('report-large', ({ large }) => `/campaigns/${large}`),
  ],
  '/lists': [at('lists', '/lists'), at('lists-new', '/lists#new-list', { act: openDialog })],
  '/lists/$listUid': [
    at('subscribers', ({ list }) => `/lists/${list}`),
    at('subscribers-ask', ({ list }) => `/lists/${list}?status=unconfirmed`, { act: openAsking }),
    at('subscribers-none', ({ list }) => `/lists/${list}?search=nobody-has-this`),
  ],
  '/lists/$listUid/automations': [
    at('automations', ({ list }) => `/lists/${list}/automations`),
    at('automations-few', ({ guests }) => `/lists/${guests}/automations`),
    at('automations-new', ({ guests }) => `/lists/${guests}/automations#new-automation`, { act: openDialog }),
  ],
  '/lists/$listUid/growth': [
    at('growth', ({ list }) => `/lists/${list}/growth`),
    at('growth-year', ({ list }) => `/lists/${list}/growth?period=year`),
  ],
  '/lists/$listUid/fields': [
    at('fields', ({ list }) => `/lists/${list}/fields`),
    at('field-changed', ({ list }) => `/lists/${list}/fields`, { act: openField }),
  ],
  '/lists/$listUid/look': [at('list-look', ({ list }) => `/lists/${list}/look`)],
  '/lists/$listUid/settings': [at('list-settings', ({ list }) => `/lists/${list}/settings`)],
  '/lists/$listUid/form': [at('list-form', ({ list }) => `/lists/${list}/form`)],
  '/lists/$listUid/import': [at('import', ({ list }) => `/lists/${list}/import`)],
  '/lists/$listUid/import/$importUid': [
    at('import-mapping', ({ list, readyImport }) => `/lists/${list}/import/${readyImport}`),
    at('import-tried', ({ list, import: tried }) => `/lists/${list}/import/${tried}`),
  ],
  '/lists/$listUid/subscribers/$subscriberUid': [
    at('person', ({ guests, person }) => `/lists/${guests}/subscribers/${person}`),
    at('person-why', ({ guests, person }) => `/lists/${guests}/subscribers/${person}`, { act: askWhy }),
  ],
  '/segments': [at('segments', '/segments')],
  '/templates': [at('templates', '/templates')],
  '/templates/$templateUid': [
    at('template', ({ template }) => `/templates/${template}`),
    at('template-blocks', ({ blocksTemplate }) => `/templates/${blocksTemplate}`, {
      act: openBlock(/^(Button|Schaltfläche)/),
    }),
  ],
  '/pictures': [at('pictures', '/pictures')],
  '/reports': [at('reports', '/reports')],
  '/deliverability': [
    at('deliverability', '/deliverability'),
    at('relay-new', '/deliverability#relay', { act: openDialog }),
  ],
  '/deliverability/relays/$serverId': [at('relay-gone', '/deliverability/relays/99')],
  '/deliverability/domains/$domainUid': [
    at('domain', ({ domain }) => `/deliverability/domains/${domain}`),
    at('domain-wrong', ({ wrongDomain }) => `/deliverability/domains/${wrongDomain}`),
    at('blocklists', ({ domain }) => `/deliverability/domains/${domain}`, { act: askBlocklists }),
  ],
  '/deliverability/queue': [at('queue', '/deliverability/queue')],
  '/deliverability/returned': [
    at('returned', '/deliverability/returned'),
    at('returned-mail', '/deliverability/returned', { act: readReturned }),
  ],
  '/deliverability/suppression': [
    at('suppression', '/deliverability/suppression'),
    at('suppression-new', '/deliverability/suppression#block', { act: openDialog }),
  ],
  '/settings': [at('settings', '/settings')],
  '/lists/$listUid/segments/$segmentUid': [at('segment', ({ list, segment }) => `/lists/${list}/segments/${segment}`)],
  '/settings/people': [at('settings-people', '/settings/people')],
  '/settings/keys': [at('settings-keys', '/settings/keys')],
  '/settings/webhooks': [
    at('settings-webhooks', '/settings/webhooks'),
    at('settings-webhook-new', '/settings/webhooks', { act: openNewWebhook }),
    at('settings-webhook-deliveries', '/settings/webhooks', { act: openDeliveries }),
  ],
  '/settings/company': [at('settings-company', '/settings/company')],
  '/settings/brand': [at('settings-brand', '/settings/brand')],
  '/settings/audit': [
    at('settings-audit', '/settings/audit'),
    at('settings-audit-none', '/settings/audit?operation=erasePerson'),
  ],
  '/settings/health': [
    at('settings-health-new', '/settings/health'),
    at('settings-health', '/settings/health', { act: examine }),
  ],
  '/keyboard': [at('keyboard', '/keyboard')],
  '/test-inbox': [at('test-inbox', '/test-inbox')],
  '/test-inbox/$mailId': [at('test-mail', '/test-inbox', { act: openMail })],
  '/$': [at('missing', '/nowhere')],
};

/** What nothing is in yet, as after the first start. */
export const EMPTY: readonly Visit[] = [
  ...['campaigns', 'lists', 'segments', 'templates', 'reports', 'deliverability', 'settings'].map((name) =>
    at(`empty-${name}`, `/${name}`),
  ),
];
