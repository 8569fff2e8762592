// How the mail with its clicks is asked for.
import { z } from 'zod';
import { frameMembers } from '../../../content/frame/wire.ts';
import type { FormObject } from '../../../http/form/decode.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import { throwFaults } from '../../../kernel/errors.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { type Counts, countsMember } from './counts.ts';

const members = optional(countsMember);
export const heatMapQuery = whenNeeded(() => z.object({ ...members, ...frameMembers }));

/** Which clicks count, if the request says so. @throws AppError `invalid` */
export function readHeatMap(query: FormObject): Counts | undefined {
  const { values, faults } = readMembers(members, query);
  throwFaults(faults);
  return values.counts;
}
