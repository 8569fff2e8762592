// An examination of the installation: what is asked for, and how it is answered.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { sentencesLike, toWireSentences } from '../../http/members/sentences.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { instant, iso } from '../wire.ts';
import { CHECKS, type Check, STATES, stateOf } from './finding.ts';
import type { Examination } from './kept.ts';

const members = optional({ check: declare.oneOf('Only this; absent: everything.', CHECKS) });
export const examinationBody = whenNeeded(() => z.object(members));

/** What is to be examined. @throws AppError `invalid` */
export function readChecks(body: FormObject): readonly Check[] {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  return values.check === undefined ? CHECKS : [values.check];
}

const state = whenNeeded(() => z.enum(STATES));

const finding = whenNeeded(() =>
  z
    .strictObject({
      state: state().describe(
        '`warning`: it works today, and may not tomorrow; `wrong`: mail does not go out or come back.',
      ),
      code: said('Which sentence it is, for programs that say it in their own words.'),
      text: said('What was found.'),
      advice: said('What to do; null: nothing.').nullable(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).describe('What the sentence is about, by name.'),
      sentences: sentencesLike('values.reason').describe(
        '`values.reason` sentence by sentence, where it has codes; else empty.',
      ),
    })
    .meta({ id: 'Finding', description: 'Something that was found about the installation.' }),
);

const examined = whenNeeded(() =>
  z
    .strictObject({
      check: z.enum(CHECKS).describe('What was examined.'),
      examined_at: instant('When; null: never yet.').nullable(),
      state: state().nullable().describe('The worst of what was found; null: it was never examined.'),
      findings: z.array(finding()).describe('What was found.'),
    })
    .meta({ id: 'ExaminedCheck', description: 'A part of the installation, and what was found about it.' }),
);

export const examinationAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      state: state().nullable().describe('The worst of all; null: nothing was examined yet.'),
      checks: z.array(examined()).describe('In a fixed order.'),
    })
    .describe('What was found.'),
}));

/** Examinations as they are answered. */
export function toWireExaminations(examinations: readonly Examination[]) {
  const checks = examinations.map(({ check, at, findings }) => ({
    check,
    examined_at: at === null ? null : iso(at),
    state: at === null ? null : stateOf(findings),
    findings: findings.map(({ check: _, sentences = [], ...told }) => {
      return { ...told, sentences: toWireSentences(sentences) };
    }),
  }));
  const ever = examinations.filter(({ at }) => at !== null);
  return { state: ever.length === 0 ? null : stateOf(ever.flatMap(({ findings }) => findings)), checks };
}
