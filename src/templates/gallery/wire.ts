// Templates as a gallery shows them: what is asked for, and how it is answered.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, placeText, readKeyset } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { MAX_NAME } from '../rules.ts';
import { type Card, placeOf, SORTS, type Sort } from './listing.ts';

const PAGE = { most: 100, otherwise: 24 };
const members = {
  ...optional({
    search: declare.text('Only templates whose name contains this text, case-insensitive.', { max: MAX_NAME }),
    sort: declare.oneOf('Sort order: last `changed` first, or by `name`.', SORTS, { default: 'changed' }),
  }),
  ...keysetQuery(PAGE),
};
export const cardsQuery = whenNeeded(() => z.object(members));

/** Which templates are asked for. @throws AppError `invalid` */
export function readCards(query: FormObject) {
  const { values, faults } = readMembers(members, query);
  const sort = values.sort ?? 'changed';
  const shape = [sort === 'name' ? 'text' : 'number', 'number'] as const;
  const { after, perPage } = readKeyset(values, shape, faults, PAGE.otherwise);
  throwFaults(faults);
  return { search: values.search, sort, after, perPage };
}

/** What tells one picture from another, for addresses: it changes with what is shown. */
export const versionOf = (hash: string, isPictured: boolean) => `${hash.slice(0, 16)}${isPictured ? 'r' : 'o'}`;

/** @param found one more than a page where there are more */
export function toWireCards(found: readonly Card[], sort: Sort, perPage: number) {
  const page = found.slice(0, perPage);
  const last = found.length > perPage ? page.at(-1) : undefined;
  return { records: page.map(toWireCard), next: placeText(last && placeOf(sort, last)) };
}

function toWireCard({ uid: template_uid, name, is_of_blocks, hash, is_pictured, ...at }: Card) {
  const isPictured = Number(is_pictured) === 1;
  return {
    template_uid,
    name,
    made_of: Number(is_of_blocks) === 1 ? 'blocks' : 'html',
    picture: isPictured ? 'rendered' : 'outline',
    picture_version: versionOf(hash, isPictured),
    created_at: formatInstant(at.created_at),
    updated_at: formatInstant(at.updated_at),
  };
}

const card = whenNeeded(() =>
  z
    .strictObject({
      template_uid: uid('Id of the template.'),
      name: said('Name of the template.'),
      made_of: z.enum(['html', 'blocks']).describe('What it is made of.'),
      picture: z
        .enum(['rendered', 'outline'])
        .describe('Kind of its image: a browser’s screenshot, or a drawn outline.'),
      picture_version: said('Changes with the image: the `version` in its address.'),
      created_at: said('When it was created, ISO 8601 in UTC.'),
      updated_at: said('When it was last changed, ISO 8601 in UTC.'),
    })
    .meta({ id: 'TemplateCard', description: 'A template in a gallery.' }),
);
export const cardsAnswer = keysetPage(card);

export const pictureMembers = optional({
  version: declare.text(
    '`picture_version` from `GET /templates/overview`: the answer can then be cached indefinitely.',
    {
      max: 40,
    },
  ),
});
export const pictureAnswer = whenNeeded(() =>
  z.string().describe('An SVG of rectangles (the outline), or a WebP image.'),
);

const copyMembers = optional({
  name: declare.text('Name of the copy. Defaults to “Copy of …”.', { max: MAX_NAME }),
});
export const copyBody = whenNeeded(() => z.object(copyMembers));
export const copyAnswer = successAnswer(() => ({ template_uid: uid('Id of the copy.') }));

/** What the copy is to be called, if the request says. @throws AppError `invalid` */
export function readCopy(body: FormObject): string | undefined {
  const { values, faults } = readMembers(copyMembers, body);
  throwFaults(faults);
  return values.name === '' ? undefined : values.name;
}
