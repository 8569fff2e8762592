// The checklist in answers.
import { z } from 'zod';
import { said } from '../../http/members/described.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { reasonsLike, toWireSentences } from '../../http/members/sentences.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { STEP_STATES, STEPS, type Step } from './checklist.ts';

const step = whenNeeded(() =>
  z
    .strictObject({
      id: z.enum(STEPS).describe('What it is about.'),
      state: z.enum(STEP_STATES).describe('`open`: to be done; `wrong`: done, but it does not work now.'),
      message: said('How it stands, as a sentence.'),
      about: said('Which domain, relay or address; null: none.').nullable(),
      sentences: reasonsLike('What is `wrong`, within `message`'),
    })
    .meta({ id: 'ChecklistStep', description: 'A thing that must be there before mail reaches people.' }),
);

export const checklistAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      is_complete: z.boolean().describe('Whether all of it is done.'),
      steps: z.array(step()).describe('In the order in which they are done.'),
    })
    .describe('The checklist.'),
}));

/** The checklist as it is answered. */
export function toWireChecklist(steps: readonly Step[]) {
  return {
    is_complete: steps.every(({ state }) => state === 'done'),
    steps: steps.map((one) => ({ ...one, sentences: toWireSentences(one.sentences) })),
  };
}
