// The ways of people through the public pages. Each shows its pages under a name; nothing here
// needs a script.
import type { Page } from 'playwright-core';
import type { SentCampaign } from '../support/mail-pages.ts';
import { NO_MESSAGE } from '../support/mail-pages.ts';
import type { Site } from './site.ts';

export type Walk = {
  site: Site;
  sent: Awaited<ReturnType<Site['people']>>;
  page: Page;
  /** Looks at the page as it stands. */
  look(name: string): Promise<void>;
};

/** Presses the button of a form, some time after it was shown. */
async function press({ page, site }: Walk, selector = 'main form button'): Promise<void> {
  site.app.clock.forward(10_000);
  await page.locator(selector).first().click();
  await page.waitForLoadState();
}

const messageOf = (sent: SentCampaign, n: number) => sent.messages[n] ?? NO_MESSAGE;
const personOf = (sent: SentCampaign, n: number) => sent.people[n]?.id ?? 0;

export const WALKS: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  async subscribe(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.subscribeUrl(site.app.listUid));
    await look('subscribe');
    // The browser's own checks would keep the faults from the server.
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.locator('[name="F_URL"]').fill('not an address');
    await press(walk);
    await look('subscribe-faults');
    const entries = { EMAIL: `new.${sent.uid}@example.test`, F_TEXT: 'Rye', F_DATE: '1990-02-28', F_GEOCITY: 'Dover' };
    for (const [tag, text] of Object.entries({ ...entries, F_YEARSRANGE: '1984', F_URL: 'https://bread.example/' })) {
      await page.locator(`[name="${tag}"]`).fill(text);
    }
    await page.locator('[name="F_COUNTRY"]').selectOption({ index: 5 });
    await page.locator('[name="F_RADIOLIST"]').first().check();
    await press(walk);
    await look('subscribe-done');
    await page.goto(site.links.confirmUrl(sent.unconfirmed.id));
    await look('confirm');
    await press(walk);
    await look('confirm-done');
  },

  async profile(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.profileUrl(personOf(sent, 0)));
    await look('profile');
  },

  async unsubscribe(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.unsubscribeUrl(messageOf(sent, 1)));
    await look('unsubscribe');
    await page.locator('summary').click();
    await look('unsubscribe-why');
    await page.locator('[name="reason"][value="tooMany"]').check();
    await page.locator('[name="note"]').fill('Once a month would do.');
    await press(walk);
    await look('unsubscribe-done');
    await press(walk);
    await look('unsubscribe-back');
  },

  async preferences(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.preferencesUrl(personOf(sent, 2)));
    await look('preferences');
    await press(walk);
    await look('preferences-saved');
    await press(walk, 'main form button[name="all"]');
    await look('preferences-all');
  },

  async forward(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.forwardUrl(messageOf(sent, 3)));
    await look('forward');
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.locator('[name="to"]').fill('somebody');
    await page.locator('[name="note"]').fill('Look at evil.example');
    await press(walk);
    await look('forward-faults');
    await page.locator('[name="to"]').fill(`friend.${sent.uid}@example.test`);
    await page.locator('[name="name"]').fill('Ann');
    await page.locator('[name="note"]').fill('This one is good.');
    await press(walk);
    await look('forward-sent');
  },

  async abuse(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.abuseUrl(messageOf(sent, 4)));
    await look('abuse');
    await press(walk);
    await look('abuse-faults');
    await page.locator('[name="reason"]').first().check();
    await press(walk);
    await look('abuse-done');
  },

  async reading(walk) {
    const { page, site, sent, look } = walk;
    await page.goto(site.links.archiveUrl(site.app.listUid));
    await look('archive');
    await page.locator('main ul a').first().click();
    await page.waitForLoadState();
    await look('campaign');
    await page.goto(site.links.webVersionUrl(messageOf(sent, 5)));
    await look('web-version');
    await page.goto(`${site.app.baseUrl}/u/${'A'.repeat(32)}`);
    await look('error');
  },
};
