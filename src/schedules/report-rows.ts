// The figures of a report as sections of rows, in words and numbers for people. Pure.
import type { CampaignCounter } from '../storage/tables.ts';
import type { ReportFigures } from './report-figures.ts';

/** Whose calendar and numbers a report is written in. */
export type Reader = { timeZone: string; locale: string };

/** A line: what it is about, its numbers as text, and the share of the first from 0 to 1 that is drawn, as a rule with a text. */
export type ReportRow = { name: string; values: string[]; share?: { of: number; text?: string } };
/** `heads`: of the names and of each number; `shareOf`: that of the shares. */
export type ReportSection = { title: string; heads: string[]; shareOf?: string; rows: ReportRow[]; note?: string };

/** All that a report says below its title. A section that has nothing to say is left out. */
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

/** How numbers, times and shares are written. Every space is an ordinary one. */
export function wordsFor({ timeZone, locale }: Reader) {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const duration = new Intl.DurationFormat('en', { style: 'long' }); // words, as the rest
  const plain = (text: string) => text.replace(/[\u202f\u00a0\u2009]/g, ' ');
  return {
    count: (n: number) => plain(number.format(n)),
    rate: (n: number) => plain(rate.format(n)),
    time: (at: number) => `${plain(time.format(at))} (${timeZone})`,
    duration(ms: number): string {
      const seconds = Math.max(1, Math.round(ms / 1000));
      const parts = { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) };
      return duration.format({ ...parts, seconds: seconds % 60 });
    },
    /** Never above the whole: who opens and bounces later would make it so. */
    share(n: number, base: number): { of: number; text: string } {
      const of = base > 0 ? Math.min(1, n / base) : 0;
      return { of, text: plain(percent.format(of)) };
    },
  };
}

function delivery({ counters }: ReportFigures, { count, share }: Words): ReportSection {
  const { audience, accepted, rejected, uncertain, skipped } = counters;
  const row = (name: string, n: number) => ({ name, values: [count(n)], share: share(n, audience) });
  return {
    title: 'Delivery',
    heads: ['Messages', 'Number'],
    shareOf: 'Of the audience',
    rows: [
      { name: 'Audience', values: [count(audience)] },
      row('Accepted by mail servers', accepted),
      row('Rejected, or given up', rejected),
      row('Uncertain (nobody knows whether they were accepted)', uncertain),
      row('Skipped', skipped),
    ],
  };
}

const REASONS = {
  left_unconfirmed: 'Not confirmed',
  left_unsubscribed: 'Unsubscribed',
  left_blacklisted: 'Blacklisted',
  left_suppressed: 'Suppressed',
  left_segment: 'Not in the segment',
  left_other: 'Other reasons',
} as const satisfies Partial<Record<keyof CampaignCounter, string>>;

function leftOut(counters: CampaignCounter, { count, share }: Words): ReportSection {
  const reasons = Object.entries(REASONS).map(([column, name]) => ({
    name,
    n: counters[column as keyof typeof REASONS],
  }));
  const all = reasons.reduce((sum, { n }) => sum + n, 0);
  return {
    title: 'Left out',
    heads: ['Subscribers of the list who got nothing', 'Number'],
    shareOf: 'Of these',
    rows: reasons.filter(({ n }) => n > 0).map(({ name, n }) => ({ name, values: [count(n)], share: share(n, all) })),
  };
}

function response(counters: CampaignCounter, { count, share }: Words): ReportSection {
  const reached = counters.accepted - counters.hard_bounces - counters.soft_bounces - counters.internal_bounces;
  const both = (name: string, all: number, people: number) => ({ name, values: [count(all), count(people)] });
  const of = (name: string, all: number, people: number) => ({
    ...both(name, all, people),
    share: share(all, reached),
  });
  const one = (name: string, n: number) => ({ name, values: [count(n)], share: share(n, reached) });
  return {
    title: 'Response',
    heads: ['What recipients did', 'All', 'Without machines'],
    shareOf: 'Of what arrived',
    rows: [
      of('Messages opened', counters.unique_opens, counters.filtered_unique_opens),
      both('Opens', counters.opens, counters.filtered_opens),
      of('Messages with a click', counters.unique_clicks, counters.filtered_unique_clicks),
      both('Clicks', counters.clicks, counters.filtered_clicks),
      one('Unsubscribed', counters.unsubscribes),
      one('Complaints', counters.complaints),
    ],
    note: 'Machines are scanners, prefetchers and other programs that open mails and follow links by themselves.',
  };
}

function bounces(counters: CampaignCounter, { count, share }: Words): ReportSection {
  const row = (name: string, n: number) => ({ name, values: [count(n)], share: share(n, counters.accepted) });
  return {
    title: 'Bounces',
    heads: ['Mail that came back', 'Number'],
    shareOf: 'Of what was accepted',
    rows: [
      row('Hard (the address does not work)', counters.hard_bounces),
      row('Soft (for the time being)', counters.soft_bounces),
      row('Internal (for another reason)', counters.internal_bounces),
    ],
  };
}

/** Of a longer address the rest says little to people. */
const URL_LENGTH = 150;

function links({ links: clicked }: ReportFigures, { count }: Words): ReportSection {
  const most = clicked[0]?.clicks ?? 1;
  return {
    title: 'Most clicked links',
    heads: ['Link', 'Clicks', 'Without machines'],
    shareOf: 'Compared',
    rows: clicked.map(({ url, clicks, people }) => ({
      name: oneLine(url.length > URL_LENGTH ? `${url.slice(0, URL_LENGTH)}…` : url),
      values: [count(clicks), count(people)],
      share: { of: clicks / most },
    })),
  };
}

function times({ campaign, counters }: ReportFigures, { time, duration, rate }: Words): ReportSection {
  const { started_at: began, finished_at: done } = campaign;
  const rows = [{ name: 'Began', values: [began === null ? 'never: it was marked as sent before' : time(began)] }];
  if (done !== null) rows.push({ name: 'Done', values: [time(done)] });
  if (began !== null && done !== null && done > began) {
    rows.push({ name: 'Took', values: [duration(done - began)] });
    const perMinute = ((counters.accepted + counters.rejected + counters.uncertain) * 60_000) / (done - began);
    if (perMinute > 0) rows.push({ name: 'Rate', values: [`${rate(perMinute)} messages a minute`] });
  }
  return { title: 'Time', heads: ['', ''], rows };
}

/** A text of somebody's as it may stand in a line: nothing in it ends the line or turns its direction. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
