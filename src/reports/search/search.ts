// Searches over everything that a customer has: a few of each kind.

import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';
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
  const few = async <T>(all: Promise<T[]>, textOf: (one: T) => string) =>
    (await all).filter((one) => foldText(textOf(one)).includes(wanted)).slice(0, FEW);
  const [campaigns, lists, segments, templates, beginning, named] = await Promise.all([
    few(queries.newestCampaigns(db, customerId), ({ name, subject }) => `${name}\n${subject}`),
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
