// The report of a run in words.
import { counted, countText } from '../kernel/text/counted.ts';
import type { Item, ItemState, ListReport, PeopleReport, SwitchReport } from './report.ts';

/** Lines for a person. They may hold untrusted text. */
export function reportLines(report: SwitchReport): string[] {
  const { suppressions, is_dry_run: isDryRun } = report;
  const lines = [isDryRun ? 'Dry run, nothing was written. What would happen:' : 'What became of it:'];
  if (report.is_resumed) lines.push('It went on where a run was interrupted; the figures are of both.');
  if (suppressions.read > 0) {
    const { read, added, present, skipped } = suppressions;
    const bad = skipped > 0 ? `, ${countText(skipped)} no valid address` : '';
    lines.push(
      `Suppressed addresses: ${countText(read)} read, ${countText(added)} added, ${countText(present)} here already${bad}.`,
    );
  }
  for (const list of report.lists) lines.push(...listLines(list));
  lines.push(...goneLines(report));
  lines.push(...itemLines('Segments', report.segments));
  lines.push(...itemLines('Templates', report.templates), ...itemLines('Campaigns, as drafts', report.campaigns));
  if (report.mailings > 0) lines.push(`Links of ${counted(report.mailings, 'mailing')} are answered here.`);
  lines.push(...tagLines(report));
  for (const note of report.notes) lines.push(note);
  return lines;
}

function goneLines({ gone: { unsubscribed, kept } }: SwitchReport): string[] {
  const lines = Object.entries(unsubscribed).map(
    ([list, n]) => `No longer on the list ${JSON.stringify(list)} there, and unsubscribed here: ${countText(n)}.`,
  );
  if (kept > 0)
    lines.push(`No longer on their list there, but subscribed here since, which stays so: ${countText(kept)}.`);
  return lines;
}

const STATES: Readonly<Record<ItemState, string>> = {
  added: 'new',
  changed: 'changed as there',
  same: 'here already',
  'edited-here': 'changed on both sides, left as it is here',
  skipped: 'left out',
};

function listLines({ name, uid, state, fields_added: fields, tags_changed: tags, people }: ListReport): string[] {
  const lines = [`List ${JSON.stringify(name)}${uid ? ` (${uid})` : ''}: ${STATES[state]}.`];
  if (fields.length > 0) lines.push(`  Fields added: ${fields.join(', ')}.`);
  for (const [former, ours] of Object.entries(tags)) {
    if (former.toUpperCase() !== ours) lines.push(`  The field ${former} is called ${ours} here.`);
  }
  return [...lines, ...peopleLines(people)];
}

function peopleLines(people: PeopleReport): string[] {
  const { read, added, changed, same, skipped } = people;
  const by = Object.entries(people.added_as).map(([status, n]) => `${countText(n)} ${status}`);
  const parts = [`${countText(added)} added${by.length > 0 ? ` (${by.join(', ')})` : ''}`];
  parts.push(`${countText(changed)} changed`, `${countText(same)} as they are`, `${countText(skipped)} left out`);
  const lines = [`  ${counted(read, 'person', 'people')}: ${parts.join(', ')}.`];
  if (people.stay_away > 0)
    lines.push(
      `  Subscribed there, but unsubscribed or blocked here, and stays that way: ${countText(people.stay_away)}.`,
    );
  for (const [why, n] of Object.entries(people.skipped_as)) {
    const examples = people.examples.filter((one) => one.why === why).slice(0, 3);
    lines.push(
      `  Left out, ${countText(n)}: ${why} (${examples.map(({ email }) => email).join(', ')}${n > examples.length ? ', …' : ''}).`,
    );
  }
  for (const [tag, n] of Object.entries(people.values_left)) {
    lines.push(`  Not valid for the field ${tag}, and left out: the values of ${countText(n)}.`);
  }
  for (const [column, n] of Object.entries(people.times_left)) {
    lines.push(`  No time in ${column} (2026-01-31 09:00:00, in UTC), and left out: those of ${countText(n)}.`);
  }
  return lines;
}

function itemLines(kind: string, items: readonly Item[]): string[] {
  if (items.length === 0) return [];
  const counts = Map.groupBy(items, ({ state }) => state);
  const parts = [...counts].map(([state, some]) => `${countText(some.length)} ${STATES[state]}`);
  const skipped = items.filter(({ why }) => why !== undefined);
  return [`${kind}: ${parts.join(', ')}.`, ...skipped.map(({ name, why }) => `  ${JSON.stringify(name)} ${why}.`)];
}

function tagLines({ untranslated }: SwitchReport): string[] {
  if (untranslated.length === 0) return [];
  const lines = untranslated.map(({ where, line, tag, why }) => `  ${where}, line ${line}: ${tag} ${why}.`);
  return ['Tags that are left as they are written:', ...lines];
}
