// The member of requests that gives content as blocks.
import { z } from 'zod';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { documentSchema } from './schema.ts';

/** Blocks that must be given. */
export const givenBlocks = whenNeeded(() =>
  z.union([documentSchema(), z.string()]).describe('An email of blocks, as an object or as its JSON.'),
);

export const blocksMember = whenNeeded(() =>
  z
    .union([documentSchema(), z.string()])
    .nullish()
    .describe('An email of blocks, as an object or as its JSON; the content is made from it, in the customer’s brand.'),
);

/** What an answer says of content that may be of blocks. */
export const blocksAnswered = whenNeeded(() =>
  documentSchema().nullable().describe('Its blocks; null if its content was given as HTML.'),
);
