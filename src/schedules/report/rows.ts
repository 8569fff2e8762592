// The figures of a report as sections of rows, in words and numbers for people. Pure.
import { MINUTE_MS } from '../../kernel/durations.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { sharesIn } from '../../kernel/text/shares.ts';
import type { CampaignCounter } from '../../storage/tables.ts';
import type { ReportFigures } from './figures.ts';
import { type ReportTexts, reportTexts } from './texts.ts';

/** The time zone, number format and language of a report. */
export type Reader = { timeZone: string; locale: string };

/**
 * A line: its label, its numbers as text, and the share of the first, from 0 to 1, which is drawn
 * and usually written.
 */
export type ReportRow = { name: string; values: string[]; share?: { of: number; text?: string } };
/** `heads`: of the labels and of each number; `shareOf`: of the shares. */
export type ReportSection = { title: string; heads: string[]; shareOf?: string; rows: ReportRow[]; note?: string };

/** The content of a report below its title. Empty sections are left out. */
export function sectionsOf(figures: ReportFigures, reader: Reader): ReportSection[] {
  const words = wordsFor(reader);
  const sections = [
    delivery(figures, words),
    leftOut(figures.counters, words),
    response(figures.counters, words),
    bounces(figures.counters, words),
    links(figures, words),
    times(figures, words),
  ];
  return sections.filter((section) => section.rows.length > 0);
}

type Words = ReturnType<typeof wordsFor>;

/** The texts, and the formats of numbers, times and shares. All spaces are ordinary ones. */
export function wordsFor({ timeZone, locale }: Reader) {
  const number = new Intl.NumberFormat(locale);
  const shareOf = sharesIn(locale, 2);
  const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const texts = reportTexts(locale);
  const duration = new Intl.DurationFormat(texts.language, { style: 'long' }); // words, like the rest
  const plain = (text: string) => text.replace(/[\u202f\u00a0\u2009]/g, ' ');
  return {
    texts,
    count: (n: number) => plain(number.format(n)),
    rate: (n: number) => plain(rate.format(n)),
    time: (at: number) => `${plain(time.format(at))} (${timeZone})`,
    duration(ms: number): string {
      const seconds = Math.max(1, Math.round(ms / 1000));
      const parts = { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) };
      return duration.format({ ...parts, seconds: seconds % 60 });
    },
    /** Never above 1: subscribers who open and bounce later would make it so. */
    share(n: number, base: number): { of: number; text: string } {
      const of = base > 0 ? Math.min(1, n / base) : 0;
      return { of, text: plain(shareOf(n, base)) };
    },
  };
}

function delivery({ counters, campaign }: ReportFigures, { texts, count, share }: Words): ReportSection {
  const words = texts.delivery;
  const { audience, accepted, rejected, uncertain, skipped } = counters;
  const row = (name: string, n: number) => ({ name, values: [count(n)], share: share(n, audience) });
  return {
    title: words.title,
    heads: [words.messages, texts.number],
    shareOf: words.share,
    rows: [
      { name: words.audience, values: [count(audience)] },
      row(words.accepted, accepted),
      row(words.rejected, rejected),
      row(words.uncertain, uncertain),
      row(words.skipped, skipped),
    ],
    ...(uncertain > 0 && { note: words.held(count(uncertain), campaign.uid) }),
  };
}

type Reason = keyof ReportTexts['leftOut']['reasons'] & keyof CampaignCounter;

function leftOut(counters: CampaignCounter, { texts, count, share }: Words): ReportSection {
  const words = texts.leftOut;
  const reasons = Object.entries(words.reasons).map(([column, name]) => ({ name, n: counters[column as Reason] }));
  const all = reasons.reduce((sum, { n }) => sum + n, 0);
  return {
    title: words.title,
    heads: [words.who, texts.number],
    shareOf: words.share,
    rows: reasons.filter(({ n }) => n > 0).map(({ name, n }) => ({ name, values: [count(n)], share: share(n, all) })),
  };
}

function response(counters: CampaignCounter, { texts, count, share }: Words): ReportSection {
  const words = texts.response;
  const reached = counters.accepted - counters.hard_bounces - counters.soft_bounces - counters.internal_bounces;
  const both = (name: string, all: number, people: number) => ({ name, values: [count(all), count(people)] });
  const of = (name: string, all: number, people: number) => ({
    ...both(name, all, people),
    share: share(all, reached),
  });
  const one = (name: string, n: number) => ({ name, values: [count(n)], share: share(n, reached) });
  return {
    title: words.title,
    heads: [words.what, words.all, texts.withoutMachines],
    shareOf: words.share,
    rows: [
      of(words.opened, counters.unique_opens, counters.filtered_unique_opens),
      both(words.opens, counters.opens, counters.filtered_opens),
      of(words.clicked, counters.unique_clicks, counters.filtered_unique_clicks),
      both(words.clicks, counters.clicks, counters.filtered_clicks),
      one(words.unsubscribed, counters.unsubscribes),
      one(words.complaints, counters.complaints),
    ],
    note: words.note,
  };
}

function bounces(counters: CampaignCounter, { texts, count, share }: Words): ReportSection {
  const words = texts.bounces;
  const row = (name: string, n: number) => ({ name, values: [count(n)], share: share(n, counters.accepted) });
  return {
    title: words.title,
    heads: [words.mail, texts.number],
    shareOf: words.share,
    rows: [
      row(words.hard, counters.hard_bounces),
      row(words.soft, counters.soft_bounces),
      row(words.internal, counters.internal_bounces),
    ],
  };
}

/** The rest of a longer address means little to people. */
const URL_LENGTH = 150;

function links({ links: clicked }: ReportFigures, { texts, count }: Words): ReportSection {
  const words = texts.links;
  const most = clicked[0]?.clicks ?? 1;
  return {
    title: words.title,
    heads: [words.link, words.clicks, texts.withoutMachines],
    shareOf: words.share,
    rows: clicked.map(({ url, clicks, people }) => ({
      name: oneLine(url.length > URL_LENGTH ? `${url.slice(0, URL_LENGTH)}…` : url),
      values: [count(clicks), count(people)],
      share: { of: clicks / most },
    })),
  };
}

function times({ campaign, counters }: ReportFigures, { texts, time, duration, rate }: Words): ReportSection {
  const words = texts.times;
  const { started_at: began, finished_at: done } = campaign;
  const rows = [{ name: words.began, values: [began === null ? words.never : time(began)] }];
  if (done !== null) rows.push({ name: words.done, values: [time(done)] });
  if (began !== null && done !== null && done > began) {
    rows.push({ name: words.took, values: [duration(done - began)] });
    const perMinute = ((counters.accepted + counters.rejected + counters.uncertain) * MINUTE_MS) / (done - began);
    if (perMinute > 0) rows.push({ name: words.rate, values: [words.perMinute(rate(perMinute))] });
  }
  return { title: words.title, heads: ['', ''], rows };
}
