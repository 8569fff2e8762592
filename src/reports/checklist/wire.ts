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
      id: z.enum(STEPS).describe('The item.'),
      state: z.enum(STEP_STATES).describe('`open`: still to do; `wrong`: done, but not working now.'),
      message: said('Its state as a sentence.'),
      about: said('The domain, relay or address; null if none.').nullable(),
      sentences: reasonsLike('What is `wrong`, within `message`'),
    })
    .meta({ id: 'ChecklistStep', description: 'Something that must be set up before email reaches people.' }),
);

export const checklistAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      is_complete: z.boolean().describe('Whether everything is done.'),
      steps: z.array(step()).describe('In the order in which to do them.'),
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
