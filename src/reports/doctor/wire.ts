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

const members = optional({ check: declare.oneOf('Only this check. Defaults to everything.', CHECKS) });
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
        '`warning`: it works today, but may stop working; `wrong`: email is not sent, or returned mail is not received.',
      ),
      code: said('Identifies the sentence, for programs that use their own words.'),
      text: said('The finding.'),
      advice: said('What to do; null if nothing.').nullable(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).describe('The values in the sentence, by name.'),
      sentences: sentencesLike('values.reason').describe(
        '`values.reason` as sentences, if it has codes; otherwise empty.',
      ),
    })
    .meta({ id: 'Finding', description: 'A finding about the installation.' }),
);

const examined = whenNeeded(() =>
  z
    .strictObject({
      check: z.enum(CHECKS).describe('The area that was examined.'),
      examined_at: instant('When it was examined; null if never.').nullable(),
      state: state().nullable().describe('The worst finding; null if it was never examined.'),
      findings: z.array(finding()).describe('The findings.'),
    })
    .meta({ id: 'ExaminedCheck', description: 'An area of the installation with its findings.' }),
);

export const examinationAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      state: state().nullable().describe('The worst of all; null if nothing was examined yet.'),
      checks: z.array(examined()).describe('In a fixed order.'),
    })
    .describe('The findings.'),
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
