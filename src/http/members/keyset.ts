// Collections that are read by key: each answer says where the next one goes on, so that a page
// costs the same wherever it is, and new records at the beginning move nothing.
import { z } from 'zod';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import * as declare from './declare.ts';
import { optional } from './member.ts';
import { type Described, madeOf, successAnswer, warningsOfQuery } from './schema.ts';

/** The place after the last record of a page: the values of what the collection is in order of. */
export type Place = readonly (number | string)[];

const LONGEST_PLACE = 1_000;

/**
 * The query of a collection that is read by key.
 * @param most records that an answer can have; `otherwise`: when the request does not say
 */
export function keysetQuery({ most = 500, otherwise = 50 }: { most?: number; otherwise?: number } = {}) {
  return optional({
    after: declare.text('Where to continue: `next` of the previous answer. Absent: from the beginning.', {
      max: LONGEST_PLACE,
    }),
    per_page: declare.integer('Maximum number of records in an answer.', { min: 1, max: most, default: otherwise }),
  });
}

/** What a record is in order of. */
type PlaceShape = readonly ('number' | 'text')[];

/** A page that was asked for; `after` is undefined at the beginning. */
export type KeysetRequest = { after: Place | undefined; perPage: number };

/**
 * Where to go on, of the members that were read. A text that no answer gave adds to `faults`.
 * @param shape the kinds of the values in a place
 */
export function readKeyset(
  { after, per_page }: { after?: string | undefined; per_page?: number | undefined },
  shape: PlaceShape,
  faults: Faults,
  otherwise = 50,
): KeysetRequest {
  const place = after === undefined ? undefined : placeIn(after, shape);
  if (after !== undefined && !place) faults['after'] ??= say('member-after');
  return { after: place, perPage: per_page ?? otherwise };
}

function placeIn(text: string, shape: PlaceShape): Place | undefined {
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(place) || place.length !== shape.length) return undefined;
  const fits = place.every((value: unknown, at) =>
    shape[at] === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && !value.includes('\0'),
  );
  return fits ? (place as Place) : undefined;
}

/** A place as answers carry it; null: there is no more. */
export function placeText(place: Place | undefined): string | null {
  return place ? Buffer.from(JSON.stringify(place)).toString('base64url') : null;
}

/** Schema of the answer of a collection that is read by key, and of what else it says. */
export function keysetPage(record: Described<z.ZodType>, more: Described<Record<string, z.ZodType>> = {}) {
  return successAnswer(() => ({
    data: z
      .strictObject({
        ...madeOf(more),
        records: z.array(madeOf(record)).describe('The records of this answer.'),
        next: z.string().nullable().describe('Value of `after` for the next records; null if there are no more.'),
      })
      .describe('Part of the collection.'),
    warnings: warningsOfQuery(),
  }));
}
