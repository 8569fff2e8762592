// What the browser looks at: the application on a store of its own, with a list of all types of
// fields, and for each look at it people who got a campaign.

import { type TrackingLinks, trackingLinks } from '../../src/content/links.ts';
import { FIELD_TYPES } from '../../src/lists/fields/types.ts';
import type { PageSettings } from '../../src/lists/pages/settings.ts';
import type { Subscriber } from '../../src/storage/tables.ts';
import { assertStatus } from '../support/app.ts';
import { type CampaignApp, openCampaignApp } from '../support/campaigns.ts';
import { type SentCampaign, sentCampaign, setPages } from '../support/mail-pages.ts';
import { addPerson } from '../support/message-rows.ts';
import { engines } from '../support/stores.ts';

export const LOGO_URL = 'https://cdn.example.test/logo.svg';
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" rx="8" fill="#e4b363"/><circle cx="30" cy="30" r="16" fill="#1d2b1f"/></svg>';

/** How the pages look: as they are by default, by day and by night, and as a customer made them. */
export const THEMES: Readonly<Record<string, Partial<PageSettings>>> = {
  plain: {},
  dark: {},
  custom: {
    title: 'Bread & News',
    intro: 'Fresh from the oven, every Friday.\nRecipes, dates, and what is new in the shop.',
    colors: { background: '#1d2b1f', text: '#f3efe0', accent: '#e4b363' },
    logoUrl: LOGO_URL,
  },
};

export type Site = {
  app: CampaignApp;
  links: TrackingLinks;
  port: number;
  /** Sets how pages look and speak. */
  dress(theme: string, language: 'en' | 'de'): Promise<void>;
  /** A campaign that six people got, and one who still has to confirm. */
  people(): Promise<SentCampaign & { unconfirmed: Subscriber }>;
  close(): Promise<void>;
};

const OPTIONS = [
  { name: 'Rye bread', value: 'rye' },
  { name: 'Wheat bread', value: 'wheat' },
  { name: 'Everything that is made with a lot of patience', value: 'all' },
];
const MORE: Readonly<Record<string, object>> = {
  dropdown: { options: OPTIONS },
  multiselect: { options: OPTIONS },
  checkboxlist: { options: OPTIONS },
  radiolist: { options: OPTIONS },
  consentcheckbox: { consent_text: 'I agree that my details are kept to send me this newsletter.' },
  yearsrange: { year_start: 1950, year_end: 2010 },
  phonenumber: { default_country: 'DE' },
  rating: { max_stars: 5 },
};

const CONTENT = `<!doctype html><html lang="en"><head><title>Bread of the week</title><meta name="viewport" content="width=device-width">
</head><body style="margin:0;background:#faf6ee;font:16px/1.5 sans-serif;color:#222222"><main style="max-width:600px;margin:0 auto;padding:24px">
<h1>Bread of the week</h1><p>Hello [FNAME:filter:defaultvalue(friend)], this week it is rye, <a href="https://bread.example/rye">with caraway</a>.</p>
<p><a href="[WEB_VERSION_URL]">In the browser</a></p><p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p></main></body></html>`;

/** Opens the site on a free port of this machine. */
export async function openSite(): Promise<Site> {
  const closers: (() => unknown)[] = [];
  const [engine] = engines;
  if (!engine) throw new Error('There is no engine to test on.');
  const t = { after: (close: () => unknown) => void closers.push(close) };
  const app = await openCampaignApp(t as unknown as Parameters<typeof openCampaignApp>[0], engine);
  await app.db
    .updateTable('list')
    .set({ name: 'Bread', display_name: 'Bread of the week' })
    .where('uid', '=', app.listUid)
    .execute();
  for (const [index, { identifier, name }] of FIELD_TYPES.entries()) {
    const field = {
      type: identifier,
      label: `${name} of yours`,
      tag: `F_${identifier}`.toUpperCase(),
      required: index % 3 === 0 ? 'yes' : 'no',
      visibility: 'visible',
      sort_order: index + 3,
      help_text: index % 4 === 0 ? 'A word about what belongs here, and why we ask for it.' : '',
      ...MORE[identifier],
    };
    assertStatus(await app.call('POST', `/lists/${app.listUid}/fields`, { json: field }), 201);
  }
  const links = trackingLinks(app);
  const address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    links,
    port: Number(new URL(address).port),
    dress: (theme, language) => setPages(app, { ...THEMES[theme], language, archive: true }),
    async people() {
      const sent = await sentCampaign(
        app,
        Array.from({ length: 6 }, () => ({})),
      );
      await app.set(sent.uid, {
        content: CONTENT,
        subject: 'Bread of the week: rye with caraway, and a word about salt',
      });
      const list = { customer_id: sent.list.customer_id, list_id: sent.list.id };
      const email = `unconfirmed.${sent.uid}@example.test`;
      return { ...sent, unconfirmed: await addPerson(app.db, list, { email, status: 'unconfirmed' }) };
    },
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}
