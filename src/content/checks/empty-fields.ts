// How many people have no value for a field that the mail names without a default.
import { counted } from '../../kernel/text/counted.ts';
import { type Piece, parseTags } from '../../mail/merge/merge.ts';
import type { Campaign } from '../../storage/tables.ts';
import { EMAIL_TAG, parseFieldValues, valueText } from '../../subscribers/values/values.ts';
import type { Sample } from '../people/sample.ts';
import { advice, type CheckResult, fine } from './check.ts';

/** Judged by a sample of each list, the newest recipients (people/sample.ts). Pure. */
export function emptyFieldsCheck(campaign: Campaign, samples: readonly Sample[]): CheckResult {
  const byTag = new Map<string, number>();
  for (const { people, fields } of samples) {
    const bare = bareTags(campaign, new Set(fields.map(({ tag }) => tag)));
    const values = people.map(parseFieldValues);
    for (const { id, tag } of fields.filter((field) => field.tag !== EMAIL_TAG && bare.has(field.tag))) {
      const empty = values.filter((of) => valueText(of[id]).trim() === '').length;
      byTag.set(tag, (byTag.get(tag) ?? 0) + empty);
    }
  }
  const found = [...byTag].flatMap(([tag, empty]) => (empty > 0 ? [{ tag, empty }] : []));
  const sampled = samples.reduce((sum, { people }) => sum + people.length, 0);
  const data = { fields: found, sampled };
  if (found.length === 0) return fine('empty-fields', 'Nobody has an empty field that the mail names.', data);
  const told = found.map(({ tag, empty }) => `[${tag}] is empty for ${empty}`).join(', ');
  return advice(
    'empty-fields',
    `Of the newest ${counted(sampled, 'person', 'people')} ${told}: give it a default, as in [${found[0]?.tag}:filter:defaultvalue(Friend)].`,
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
