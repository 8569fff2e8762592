// People to look at a mail with: those with whom it may come out badly first. Pure.
import { valuesByTag } from '../../subscribers/values/values.ts';
import type { Sample, SampledPerson } from './sample.ts';

export const WHYS = ['newest', 'longest-name', 'no-name', 'most-empty', 'other'] as const;
export type PreviewPerson = { uid: string; email: string; name: string; why: (typeof WHYS)[number] };

const NAME_TAGS = ['FNAME', 'LNAME'];
const MOST = 12;

/**
 * Up to 12 different people: the newest, the hardest ones, and more of the newest, of each list in
 * turn.
 */
export function peopleToShow(samples: readonly Sample[]): PreviewPerson[] {
  const lists = samples.map(({ people, fields }) => people.map((person) => knownOf(person, fields)));
  const known = lists.flat().toSorted((a, b) => b.person.id - a.person.id);
  const chosen = new Map<SampledPerson, PreviewPerson>();
  const choose = (why: PreviewPerson['why'], found: Known | undefined) => {
    if (!found || chosen.has(found.person)) return;
    const { uid, email } = found.person;
    chosen.set(found.person, { uid, email, name: found.name, why });
  };
  const most = (score: (one: Known) => number) =>
    known.reduce<Known | undefined>((best, one) => (score(one) > (best ? score(best) : 0) ? one : best), undefined);
  choose('newest', known[0]);
  choose(
    'longest-name',
    most(({ name }) => name.length),
  );
  choose(
    'no-name',
    known.find(({ name }) => name === ''),
  );
  choose(
    'most-empty',
    most(({ empty }) => empty),
  );
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let n = 0; n < longest && chosen.size < MOST; n += 1)
    for (const list of lists) if (chosen.size < MOST) choose('other', list[n]);
  return [...chosen.values()];
}

type Known = { person: SampledPerson; name: string; empty: number };

function knownOf(person: SampledPerson, fields: Sample['fields']): Known {
  const values = valuesByTag(fields, person);
  const name = NAME_TAGS.flatMap((tag) => values[tag]?.trim() || []).join(' ');
  return { person, name, empty: Object.values(values).filter((value) => value.trim() === '').length };
}
