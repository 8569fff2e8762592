// Searches over everything that a customer has: a few of each kind.

import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';
import { statusOf } from '../overview/status-order.ts';
import * as queries from './queries.ts';

/** A few of each kind. */
export type Found = {
  campaigns: queries.FoundCampaign[];
  lists: queries.FoundNamed[];
  segments: queries.FoundSegment[];
  templates: queries.FoundNamed[];
  people: (queries.FoundPerson & { name: string })[];
};

const FEW = 5;

/**
 * What holds a text in its name or subject, and people whose address begins with it or whose name
 * it is.
 */
export async function search(db: Db, customerId: number, text: string): Promise<Found> {
  const wanted = foldText(text);
  const fits = (one: string) => foldText(one).includes(wanted);
  const few = async <T>(all: Promise<T[]>, textOf: (one: T) => string) =>
    (await all).filter((one) => fits(textOf(one))).slice(0, FEW);
  const [campaigns, lists, segments, templates, beginning, named] = await Promise.all([
    queries.newestCampaigns(db, customerId).then((newest) => mailings(newest, fits).slice(0, FEW)),
    few(queries.newestLists(db, customerId), ({ name }) => name),
    few(queries.newestSegments(db, customerId), ({ name }) => name),
    few(queries.newestTemplates(db, customerId), ({ name }) => name),
    queries.peopleBeginning(db, customerId, text, FEW),
    queries.peopleNamed(db, customerId, text, FEW),
  ]);
  const others = named.filter(({ uid }) => beginning.every((one) => one.uid !== uid));
  const people = await queries.withNames(db, customerId, [...beginning, ...others].slice(0, FEW));
  return { campaigns, lists, segments, templates, people };
}

/**
 * Of campaigns those whose name or subject fits; an A/B test once, by its first variant, in the
 * status of the whole, with the subject of a part that fits.
 */
function mailings(newest: readonly queries.NewestCampaign[], fits: (text: string) => boolean): queries.FoundCampaign[] {
  const ids = new Set(newest.map(({ id }) => id));
  // One whose first variant was deleted, or is further back, stands for itself.
  const partsOf = Map.groupBy(newest, ({ id, test_of }) => (test_of !== null && ids.has(test_of) ? test_of : id));
  return newest.flatMap((one) => {
    const parts = partsOf.get(one.id) ?? [];
    // The newest first, so what is written of the first variant comes last.
    const found = parts.findLast(({ name, subject }) => fits(`${name}\n${subject}`));
    return found ? [{ ...one, subject: found.subject, status: statusOf(parts.map(({ status }) => status)) }] : [];
  });
}
