// The report of a run: what was added, changed and left out, and why. As JSON it is what it is
// here; report-text.ts has it in words.
import type { LeftTag } from './tags/translation.ts';
import { lineAt } from './tags/translation.ts';

/** People of a list. Each who was read is one of added, changed, same and skipped. */
export type PeopleReport = {
  read: number;
  added: number;
  /** Those added, by status. */
  added_as: Record<string, number>;
  changed: number;
  /** Nothing to change. */
  same: number;
  /** Those of changed and same who are confirmed there and get no mail here, as before. */
  stay_away: number;
  skipped: number;
  /** Why, and how many. */
  skipped_as: Record<string, number>;
  /** The first of them. */
  examples: { email: string; why: string }[];
  /** Values that are not valid here, by our tags. */
  values_left: Record<string, number>;
  /** Times of the consent that could not be read, by their columns. */
  times_left: Record<string, number>;
};

/** What became of something that is made once. */
export type ItemState = 'added' | 'changed' | 'same' | 'edited-here' | 'skipped';
export type Item = { name: string; state: ItemState; uid?: string; why?: string };

export type ListReport = Item & {
  /** Its name for programs of the former server. */
  former: string;
  fields_added: string[];
  /** Our tag of a field, where it had to be another one. */
  tags_changed: Record<string, string>;
  people: PeopleReport;
};

export type SuppressionReport = { read: number; added: number; present: number; skipped: number };

/**
 * People of a run before who are no longer on their lists there: how many were unsubscribed here,
 * by the lists' names, and how many stay as they subscribed here.
 */
export type GoneReport = { unsubscribed: Record<string, number>; kept: number };

/** A tag that could not be translated: in what, and where. */
export type Untranslated = { where: string; line: number; tag: string; why: string };

export type SwitchReport = {
  kind: string;
  source: string;
  is_dry_run: boolean;
  /** Whether it went on with a run that was interrupted; its figures are of both. */
  is_resumed: boolean;
  suppressions: SuppressionReport;
  gone: GoneReport;
  lists: ListReport[];
  segments: Item[];
  templates: Item[];
  campaigns: Item[];
  untranslated: Untranslated[];
  /** Links of mailings of the former server that are answered here. */
  mailings: number;
  notes: string[];
};

export const newPeopleReport = (): PeopleReport => ({
  read: 0,
  added: 0,
  added_as: {},
  changed: 0,
  same: 0,
  stay_away: 0,
  skipped: 0,
  skipped_as: {},
  examples: [],
  values_left: {},
  times_left: {},
});

const EXAMPLES = 20;

/** Notes somebody who is left out. */
export function noteSkipped(report: PeopleReport, email: string, why: string): void {
  report.skipped += 1;
  countIn(report.skipped_as, why);
  if (report.examples.length < EXAMPLES) report.examples.push({ email: email.slice(0, 254), why });
}

/** Counts something under a name. */
export function countIn(counts: Record<string, number> | Map<string, number>, name: string, n = 1): void {
  if (counts instanceof Map) counts.set(name, (counts.get(name) ?? 0) + n);
  else counts[name] = (counts[name] ?? 0) + n;
}

/** The tags that stay in a text, with their lines. */
export function untranslatedIn(where: string, text: string, left: readonly LeftTag[]): Untranslated[] {
  return left.map(({ tag, at, why }) => ({ where, line: lineAt(text, at), tag, why }));
}
