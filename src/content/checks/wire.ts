// Checks before sending, as the interface shows them.
import { z } from 'zod';
import { said } from '../../http/members/described.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { CHECK_IDS, CHECK_STATES, type CheckResult } from './check.ts';

/** All checks, and the worst of their states. */
export function toWireChecks(checks: readonly CheckResult[]) {
  const states = checks.map(({ state }) => state);
  return { state: CHECK_STATES.findLast((state) => states.includes(state)) ?? 'ok', records: checks, next: null };
}

const check = whenNeeded(() =>
  z
    .strictObject({
      id: z.enum(CHECK_IDS).describe('What was checked. Never renamed.'),
      state: z
        .enum(CHECK_STATES)
        .describe(
          '`advice`: it can be sent, but could be improved; `blocking`: it cannot be sent, or would not leave.',
        ),
      message: said('The finding, as a sentence.'),
      data: z.record(z.string(), z.unknown()).describe('Values in the finding: counts, addresses, tags.'),
    })
    .meta({ id: 'CampaignCheck', description: 'One check made before a campaign is sent.' }),
);

export const checksAnswer = successAnswer(() => ({
  data: z.strictObject({
    state: z.enum(CHECK_STATES).describe('The worst result of all.'),
    records: z.array(check()).describe('All checks, in display order.'),
    next: z.string().nullable().describe('Always null: there are no further records.'),
  }),
}));
