// The member of requests that gives content as blocks.
import { z } from 'zod';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { documentSchema } from './schema.ts';

/** Blocks that must be given. */
export const givenBlocks = whenNeeded(() =>
  z.union([documentSchema(), z.string()]).describe('A mail of blocks, as an object or as its JSON.'),
);

export const blocksMember = whenNeeded(() =>
  z
    .union([documentSchema(), z.string()])
    .nullish()
    .describe(
      'A mail of blocks, as an object or as its JSON; the content is made of it, in the brand of the customer.',
    ),
);

/** What an answer says of content that may be of blocks. */
export const blocksAnswered = whenNeeded(() =>
  documentSchema().nullable().describe('Its blocks; null: its content was given as HTML.'),
);
