// Saved blocks in requests and answers.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { required } from '../../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../../http/members/schema.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { withFileAddresses, withFileMarkers } from '../../mail/html/file-addresses.ts';
import { readBlock } from '../document/read.ts';
import { blockSchema } from '../document/schema.ts';
import type { SavedBlock, Use } from './queries.ts';
import { contentOf } from './uses.ts';

const { name } = required({ name: declare.text('Its name.', { max: 100 }) });
const block = whenNeeded(() =>
  z.union([blockSchema(), z.string()]).describe('The block, as an object or as its JSON.'),
);

export const newBody = whenNeeded(() =>
  z.object({ name, block: block() }).meta({ id: 'NewSavedBlock', description: 'A block to save.' }),
);
export const changedBody = whenNeeded(() =>
  z
    .object({ name: name.optional(), block: block().nullish() })
    .meta({ id: 'SavedBlockChanges', description: 'Changes to a saved block. Absent members stay unchanged.' }),
);

type Input = { name?: string; content?: string };

/**
 * Reads a saved block.
 * @param isNew whether nothing may be left out
 * @throws AppError `invalid` with all faults
 */
export function readSaved(body: FormObject, baseUrl: string, { isNew }: { isNew: boolean }): Input {
  const asksName = isNew || Object.hasOwn(body, 'name');
  const { values, faults } = asksName ? readMembers({ name }, body) : { values: {}, faults: {} as Faults };
  const sent = body['block'];
  const isAbsent = sent === undefined || sent === null || sent === '';
  if (isNew && isAbsent) faults['block'] = say('member-blank', { label: 'Block' });
  let content: string | undefined;
  if (!isAbsent) {
    const json = typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? '');
    const found = readBlock(withFileMarkers(json, baseUrl), 'block', faults);
    content = found && contentOf(found);
  }
  throwFaults(faults);
  const { name: wanted } = values as { name?: string };
  return { ...(wanted !== undefined && { name: wanted }), ...(content !== undefined && { content }) };
}

/** A saved block, its pictures at public addresses. */
export function toWireSaved(saved: SavedBlock, uses: readonly Use[], baseUrl: string) {
  const hash = sha256(saved.content);
  const own = uses.filter((use) => use.saved_block_id === saved.id);
  const sum = (some: readonly Use[]) => some.reduce((total, { count }) => total + count, 0);
  return {
    saved_block_uid: saved.uid,
    name: saved.name,
    block: JSON.parse(withFileAddresses(saved.content, baseUrl)),
    updated_at: formatInstant(saved.updated_at),
    used_in: {
      drafts_count: sum(own.filter(({ kind }) => kind === 'campaign')),
      templates_count: sum(own.filter(({ kind }) => kind === 'template')),
      differing_count: sum(own.filter((use) => use.hash !== hash)),
    },
  };
}

const record = whenNeeded(() =>
  z
    .strictObject({
      saved_block_uid: uid('Its id; blocks of a document refer to it in `saved`.'),
      name: said('Its name.'),
      block: blockSchema(),
      updated_at: said('When it was last saved, ISO 8601 in UTC.'),
      used_in: z
        .strictObject({
          drafts_count: count('Number of campaign drafts that use it.'),
          templates_count: count('Number of templates that use it.'),
          differing_count: count('Number of both that have a different version of it.'),
        })
        .describe('Where it is used.'),
    })
    .meta({ id: 'SavedBlock', description: 'A block shared by several emails.' }),
);

export const savedAnswer = recordOf(record);
export const listAnswer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(record()).describe('All of them, by name.'),
    next: z.string().nullable().describe('Always null: there are no further records.'),
  }),
}));
export const doneAnswer = successAnswer({});
