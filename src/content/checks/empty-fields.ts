// How many people have no value for a field that the mail names without a default.
import { type Piece, parseTags } from '../../mail/merge/merge.ts';
import type { Campaign } from '../../storage/tables.ts';
import { EMAIL_TAG, parseFieldValues, valueText } from '../../subscribers/values/values.ts';
import type { Sample } from '../people/sample.ts';
import { advice, type CheckResult, fine } from './check.ts';

/** Judged by a sample, the newest recipients (people/sample.ts). Pure. */
export function emptyFieldsCheck(campaign: Campaign, { people, fields }: Sample): CheckResult {
  const bare = bareTags(campaign, new Set(fields.map(({ tag }) => tag)));
  const used = fields.filter(({ tag }) => tag !== EMAIL_TAG && bare.has(tag));
  const values = people.map(parseFieldValues);
  const found = used.flatMap(({ id, tag }) => {
    const empty = values.filter((of) => valueText(of[id]).trim() === '').length;
    return empty > 0 ? [{ tag, empty }] : [];
  });
  const data = { fields: found, sampled: people.length };
  if (found.length === 0) return fine('empty-fields', 'Nobody has an empty field that the mail names.', data);
  const told = found.map(({ tag, empty }) => `[${tag}] is empty for ${empty}`).join(', ');
  return advice(
    'empty-fields',
    `Of the newest ${people.length} people ${told}: give it a default, as in [${found[0]?.tag}:filter:defaultvalue(Friend)].`,
    data,
  );
}

/** Fields that stand somewhere without a default. */
function bareTags({ subject, content, plain_text, to_name }: Campaign, own: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const note = (piece: Piece): void => {
    if (typeof piece === 'string') return;
    if (piece.kind === 'choice') for (const inner of piece.alternatives.flat()) note(inner);
    else if (!piece.filters.some(({ name }) => name === 'defaultvalue')) found.add(piece.tag);
  };
  for (const text of [subject, to_name, content, plain_text ?? ''])
    for (const piece of parseTags(text, (tag) => own.has(tag))) note(piece);
  return found;
}
