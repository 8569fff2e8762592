// Sentences about what was found, for the API reference and in answers.
import { z } from 'zod';
import { SENTENCE_CODES, type Sentence } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { said } from './described.ts';

const sentence = whenNeeded(() =>
  z
    .strictObject({
      code: z.enum(SENTENCE_CODES).describe('Identifies the sentence. Later versions may add more.'),
      values: z.record(z.string(), z.union([z.string(), z.number()])).describe('Its values, by name.'),
    })
    .meta({ id: 'Sentence', description: 'A finding, for programs that put it into their own words.' }),
);

/** Sentences of a refusal. */
export const sentencesOfRefusal = whenNeeded(() =>
  z
    .array(
      sentence()
        .extend({ member: z.string().optional().describe('Path of the member it is about; absent if none.') })
        .meta({ id: 'RefusalSentence', description: 'A fault, for programs that put it into their own words.' }),
    )
    .optional()
    .describe(
      'Only for requests with the header `Prefer: sentences`: the sentences of `error` that have codes. The path of a member in a block is `block.member`.',
    ),
);

/** Sentences in an answer. `text`: the member that has them as English text */
export const sentencesLike = (text: string) =>
  z.array(sentence()).describe(`\`${text}\` as sentences, each with a code and its values.`);

/** Sentences that stand within a text of an answer. */
export const reasonsLike = (about: string) => z.array(sentence()).describe(`${about}, for other languages.`);

/** A text of sentences in an answer. */
export const saidIn = (about: string) => said(`${about} In English; \`sentences\` has it for other languages.`);

export const toWireSentences = (sentences: readonly Sentence[]) =>
  sentences.map(({ code, values }) => ({ code, values: { ...values } }));
