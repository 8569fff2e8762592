// How a page for a frame is asked for.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { FrameOptions } from './framed.ts';

export const frameMembers = optional({
  pictures: declare.oneOf('`off`: images are not loaded, as in many email programs.', ['on', 'off'], {
    fold: declare.lower,
    default: 'on',
  }),
  scheme: declare.oneOf('The color scheme to show the email in. Defaults to the viewer’s.', ['light', 'dark'], {
    fold: declare.lower,
  }),
});
export const templateFrameQuery = whenNeeded(() => z.object(frameMembers));

/** Reads how a framed preview is shown. Unusable values count as absent, as in every query. */
export function readFrame(query: FormObject): FrameOptions {
  const { pictures, scheme } = readMembers(frameMembers, query).values;
  return { pictures: pictures !== 'off', scheme };
}

export const frameAnswer = whenNeeded(() => z.string().describe('The HTML of the email.'));
