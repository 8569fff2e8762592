// Sentences about what was found, for the API reference and in answers.
import { z } from 'zod';
import { SENTENCE_CODES, type Sentence } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { said } from './described.ts';

const sentence = whenNeeded(() =>
  z
    .strictObject({
      code: z.enum(SENTENCE_CODES).describe('Which sentence it is. There may be more of them in later versions.'),
      values: z.record(z.string(), z.union([z.string(), z.number()])).describe('What it is about, by name.'),
    })
    .meta({ id: 'Sentence', description: 'Something that was found, for programs that say it in their own words.' }),
);

/** Sentences of a refusal. */
export const sentencesOfRefusal = whenNeeded(() =>
  z
    .array(
      sentence()
        .extend({ member: z.string().optional().describe('The path of the member that it is about; absent: none.') })
        .meta({ id: 'RefusalSentence', description: 'What is wrong, for programs that say it in their own words.' }),
    )
    .optional()
    .describe(
      'Only for requests with the header `Prefer: sentences`: `error` sentence by sentence, as far as each has a code. The path of a member in a block is `block.member`.',
    ),
);

/** Sentences in an answer. `text`: the member that has them as English text */
export const sentencesLike = (text: string) =>
  z.array(sentence()).describe(`\`${text}\` sentence by sentence, each with a code and what it is about.`);

/** Sentences that stand within a text of an answer. */
export const reasonsLike = (about: string) => z.array(sentence()).describe(`${about}, for other languages.`);

/** A text of sentences in an answer. */
export const saidIn = (about: string) => said(`${about} In English; \`sentences\` has it for other languages.`);

export const toWireSentences = (sentences: readonly Sentence[]) =>
  sentences.map(({ code, values }) => ({ code, values: { ...values } }));
