// Makes the pictures of templates that are due, where there is a browser: one after the other, and
// not while memory is short. A page that cannot be shown keeps its outline; a browser that does not
// work is left alone until the next start.
import { companyOf } from '../accounts/company.ts';
import { getCustomer } from '../accounts/queries.ts';
import { findBrowser } from '../browser/find.ts';
import { ORIGIN, probeBrowser, type RenderedPage, renderPage } from '../browser/render.ts';
import { exampleApart } from '../content/checks/page-apart.ts';
import { type Clock, formatCalendarTime } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { hashesIn, withFileAddresses } from '../mail/html/file-addresses.ts';
import { imageTypeOfMedia } from '../mail/html/images.ts';
import { findBlob } from '../storage/blobs.ts';
import type { Db } from '../storage/db.ts';
import { type DuePicture, isPictureDue, keepPicture, nextDuePicture, putOffPicture } from '../templates/gallery/due.ts';
import { findStartingPicture } from '../templates/starting/starting.ts';

/** The browser of this process. */
export type PictureBrowser = {
  path: string;
  /** In a row, each with a page of ours. */
  failures: number;
  /** It is left alone until then, ms by the clock. */
  notBefore: number;
};

export const newPictureBrowser = (path: string): PictureBrowser => ({ path, failures: 0, notBefore: 0 });

/** The browser of a setting, if there is one here. */
export function pictureBrowserOf(setting: string | undefined, log: Logger): PictureBrowser | undefined {
  const found = findBrowser(setting);
  if (found.state === 'missing') log.warn({ event: 'pictures.no-browser', browser: found.path });
  return found.state === 'found' ? newPictureBrowser(found.path) : undefined;
}

const MOST_FAILURES = 3;
const WAIT_MS = MINUTE_MS;
/** A browser with a page takes half of it; the rest is for who sends. */
const LEAST_MEMORY = 512 * 1024 * 1024;

type Options = { db: Db; clock: Clock; log: Logger; browser?: PictureBrowser | undefined; mayGoOn(): boolean };

/** Whether there is a picture to make, and a browser that may. */
export async function arePicturesDue(db: Db, clock: Clock, { browser }: Pick<Options, 'browser'>): Promise<boolean> {
  return browser !== undefined && clock.now() >= browser.notBefore && (await isPictureDue(db, clock.now()));
}

const WAYS = { renderPage, probeBrowser };

/** One round: all that are due. @param ways how pages are rendered, for tests */
export async function makePictures(options: Options, ways: typeof WAYS = WAYS): Promise<void> {
  const { db, clock, browser, mayGoOn } = options;
  while (browser && mayGoOn() && clock.now() >= browser.notBefore) {
    const due = await nextDuePicture(db, clock.now());
    if (!due) return;
    if (process.availableMemory() < LEAST_MEMORY) {
      browser.notBefore = clock.now() + WAIT_MS;
      return;
    }
    try {
      const page = await pageOf(db, clock, due);
      await keepPicture(db, due, await ways.renderPage(browser.path, page, { mayGoOn }));
      browser.failures = 0;
    } catch (error) {
      if (!mayGoOn()) return;
      const fault = await ways.probeBrowser(browser.path, { mayGoOn });
      if (mayGoOn()) await noteFault({ ...options, browser }, due, { reason: asError(error).message, fault });
    }
  }
}

/** It was the page, or the browser when that has a fault of its own. */
async function noteFault(
  { db, clock, log, browser }: Options & { browser: PictureBrowser },
  due: DuePicture,
  { reason, fault }: { reason: string; fault: string | undefined },
): Promise<void> {
  if (fault === undefined) {
    const { isGivenUp } = await putOffPicture(db, due, reason, clock.now());
    const told = { template: due.template_id, customer: due.customer_id };
    log.info({ event: isGivenUp ? 'picture.given-up' : 'picture.failed', ...told, reason });
    return;
  }
  browser.failures += 1;
  browser.notBefore = browser.failures < MOST_FAILURES ? clock.now() + WAIT_MS : Number.POSITIVE_INFINITY;
  if (browser.failures === MOST_FAILURES)
    log.warn({ event: 'pictures.browser-fails', browser: browser.path, reason: fault });
}

/** The template with examples in its tags, and its pictures that are kept here. */
async function pageOf(db: Db, clock: Clock, { customer_id, content }: DuePicture): Promise<RenderedPage> {
  const customer = await getCustomer(db, customer_id);
  const today = formatCalendarTime(clock.now(), customer.time_zone).slice(0, 10);
  const company = companyOf(customer, undefined);
  const known = hashesIn(content);
  return {
    html: await exampleApart(
      { html: withFileAddresses(content, ORIGIN), around: { company, today }, options: { scheme: undefined } },
      customer_id,
    ),
    async fileOf(name) {
      const hash = name.slice(0, name.indexOf('.'));
      const file = known.has(hash) ? ((await findBlob(db, hash)) ?? findStartingPicture(hash)) : undefined;
      return file && imageTypeOfMedia(file.mediaType) ? file : undefined;
    },
  };
}
