// Whether a campaign is to be paused or to go on: as a request says it.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';

const members = optional({
  status: declare.oneOf(
    'The desired status; a campaign that already has it stays unchanged. If absent, it is toggled.',
    ['paused', 'sending'],
    { fold: declare.lower },
  ),
});
export const pauseQuery = whenNeeded(() => z.object(members));

/** @returns what the campaign is to be; undefined: the other @throws AppError `invalid` */
export function readPause(query: FormObject): 'paused' | 'sending' | undefined {
  const { values, faults } = readMembers(members, query);
  throwFaults(faults);
  return values.status;
}
