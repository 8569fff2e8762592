// The answer members that describe messages held as uncertain; every answer with a campaign's
// result has them.
import { z } from 'zod';
import { said } from '../../http/members/described.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { MEANINGS } from './held.ts';

export const heldAnswer = whenNeeded(() =>
  z
    .strictObject({
      count: z.int().min(1).describe('Number of held messages.'),
      command: said('The command that decides about them.'),
      call: said('The API call that decides about them.'),
      choices: z
        .strictObject({
          accept: said(`${MEANINGS.accept}.`),
          resend: said(`${MEANINGS.resend}.`),
          skip: said(`${MEANINGS.skip}.`),
        })
        .describe('What each choice means.'),
    })
    .meta({
      id: 'Held',
      description: 'Messages held as uncertain, and how to decide about them; absent if there are none.',
    })
    .optional(),
);
