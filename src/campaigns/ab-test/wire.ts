// A/B tests in requests and answers.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../../http/members/schema.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { AbTest, Campaign } from '../../storage/tables.ts';
import { MAX_NAME, STATUSES } from '../rules.ts';
import type { TestSettings } from './change.ts';
import { DECIDED_BY, type Figures, isClear, LONGEST_WAIT_MINUTES, letterOf, rateOf, resultOf } from './rules.ts';

const settings = optional({
  percent: declare.integer('Share of the audience that the variants go to, together. The rest gets the winner.', {
    min: 1,
    max: 100,
    default: 20,
  }),
  decided_by: declare.oneOf(
    'What decides the winner: people who opened, people who clicked, or someone’s choice.',
    DECIDED_BY,
    { fold: declare.lower, default: 'opens' },
  ),
  wait_minutes: declare.integer('Minutes from the beginning until the winner is determined.', {
    min: 5,
    max: LONGEST_WAIT_MINUTES,
    default: 240,
  }),
});

const variant = optional({
  name: declare.headerLine('Name of the variant. Defaults to the campaign’s name with a letter.', { max: MAX_NAME }),
  subject: declare.headerLine('Its subject. Defaults to the campaign’s.', { max: 255 }),
});

const winner = required({ campaign_uid: declare.uid('The winning variant.') });

/** @throws AppError `invalid` */
export function readTest(body: FormObject): TestSettings {
  const { values, faults } = readMembers(settings, body);
  throwFaults(faults);
  const { percent = 20, decided_by = 'opens', wait_minutes = 240 } = values;
  return { share: percent, decided_by, wait_minutes };
}

/** @throws AppError `invalid` */
export function readVariant(body: FormObject): { name: string | undefined; subject: string | undefined } {
  const { values, faults } = readMembers(variant, body);
  throwFaults(faults);
  return { name: values.name, subject: values.subject };
}

/** @throws AppError `invalid` */
export function readWinner(body: FormObject): string {
  const { values, faults } = readMembers(winner, body);
  throwFaults(faults);
  return values.campaign_uid ?? '';
}

/** A test with its parts and what they have come to: the variants in their order, then the rest. */
export type TestView = {
  test: AbTest;
  variants: readonly Campaign[];
  rest: Campaign | undefined;
  figures: readonly Figures[];
};

const instant = (at: number | null) => (at === null ? null : formatInstant(at));

export function toWireTest({ test, variants, rest, figures }: TestView) {
  const decisive = figures.slice(0, variants.length).map((one) => resultOf(one, test.decided_by));
  const sum = (of: keyof Figures) => figures.reduce((all, one) => all + one[of], 0);
  return {
    campaign_uid: variants[0]?.uid ?? '',
    percent: test.share,
    decided_by: test.decided_by,
    wait_minutes: test.wait_minutes,
    begun_at: instant(test.begun_at),
    decides_at: instant(test.decides_at),
    decided_at: instant(test.decided_at),
    winner_uid: variants.find(({ id }) => id === test.winner_id)?.uid ?? null,
    found_by: test.found_by,
    rest_uid: rest?.uid ?? null,
    is_clear: test.decided_at === null ? isClear(decisive) : test.is_clear === 1,
    variants: variants.map((variant, n) => {
      const { uid, name, subject, from_name, from_email, status } = variant;
      return {
        letter: letterOf(variant, n),
        campaign_uid: uid,
        name,
        subject,
        from_name,
        from_email,
        status,
        ...withShares(figures[n]),
      };
    }),
    rest: rest ? { status: rest.status, ...withShares(figures[variants.length]) } : null,
    together: withShares({ accepted: sum('accepted'), opened: sum('opened'), clicked: sum('clicked') }),
  };
}

const withShares = (figures: Figures = NONE) => ({
  ...figures,
  opened_share: rateOf(resultOf(figures, 'opens')),
  clicked_share: rateOf(resultOf(figures, 'clicks')),
});

const NONE: Figures = { accepted: 0, opened: 0, clicked: 0 };

export const testBody = whenNeeded(() =>
  z
    .object(settings)
    .meta({ id: 'NewAbTest', description: 'How a campaign is tested. Absent members get their defaults.' }),
);
export const variantBody = whenNeeded(() =>
  z.object(variant).meta({
    id: 'NewVariant',
    description: 'What differs in a variant; everything else is updated as in any campaign.',
  }),
);
export const winnerBody = whenNeeded(() => z.object(winner).meta({ id: 'Winner', description: 'Which variant wins.' }));

const share = (about: string) => z.number().min(0).max(1).describe(about);
const cameTo = () => ({
  accepted: count('Messages that a mail server accepted.'),
  opened: count('People who opened it, excluding machines.'),
  clicked: count('People who clicked a link in it, excluding machines.'),
  opened_share: share('As a percentage of the accepted ones.'),
  clicked_share: share('As a percentage of the accepted ones.'),
});
const record = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('The campaign being tested: its first variant.'),
      percent: z.int().describe('Share of the audience that the variants go to, together. The rest gets the winner.'),
      decided_by: z.enum(DECIDED_BY).describe('What decides the winner.'),
      wait_minutes: z.int().describe('Minutes from the beginning until the winner is determined.'),
      begun_at: said('When it began, ISO 8601 in UTC; null if not yet.').nullable(),
      decides_at: said(
        'When the winner is determined; null if the test has not begun, is decided, or is decided by hand.',
      ).nullable(),
      decided_at: said('When it was decided; null if not yet.').nullable(),
      winner_uid: uid('The winning variant; null if there is none yet.').nullable(),
      found_by: z
        .enum(DECIDED_BY)
        .nullable()
        .describe(
          'What decided the winner in the end: also `hand` if someone picked one early; null if there is no winner.',
        ),
      rest_uid: uid('The campaign that takes the winner to the rest; null if none.').nullable(),
      is_clear: z
        .boolean()
        .describe(
          'Whether the best variant’s lead is more than chance explains (95 %); false if there is too little data.',
        ),
      variants: z
        .array(
          z.strictObject({
            letter: said('A is the campaign itself.'),
            campaign_uid: uid('The variant’s own campaign, with its content, preview, messages and report.'),
            name: said('Its name.'),
            subject: said('Its subject.'),
            from_name: said('Its from name.'),
            from_email: said('Its from email.'),
            status: z.enum(STATUSES).describe('Its status.'),
            ...cameTo(),
          }),
        )
        .describe('In the order of their letters.'),
      rest: z
        .strictObject({ status: z.enum(STATUSES).describe('Its status.'), ...cameTo() })
        .nullable()
        .describe('Results of the winner in the rest; null if it has not been sent there.'),
      together: z.strictObject(cameTo()).describe('Combined results of all variants and the rest.'),
    })
    .meta({ id: 'AbTest', description: 'A campaign in several variants, of which the better one goes to the rest.' }),
);

export const testAnswer = recordOf(record);
export const variantAnswer = successAnswer(() => ({ campaign_uid: uid('Id of the variant, a draft.') }));
export const removedAnswer = successAnswer({});
export const decisionAnswer = successAnswer(() => ({
  winner_uid: uid('The winning variant.'),
  rest_uid: uid('The campaign that takes it to the rest; null if no recipients are left.').nullable(),
}));
