// Reads changes to a campaign's delivery (speed, window, policy for uncertain messages) from a
// request.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import type { Faults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { readRecipientTime, recipientTimeMember } from '../recipient-time/members.ts';
import type { RecipientTime } from '../recipient-time/rules.ts';
import { UNCERTAIN_POLICIES, type UncertainPolicy } from '../rules.ts';
import { readWindow, windowMember } from '../window/members.ts';
import type { SendingWindow } from '../window/rules.ts';

/**
 * The members of the change; absent ones stay as they are. `maxPerMinute` null: no limit of its
 * own.
 */
export type DeliveryChange = {
  uncertainPolicy?: UncertainPolicy | undefined;
  maxPerMinute?: number | null | undefined;
  /** Null: none any more. */
  sendingWindow?: SendingWindow | null | undefined;
  /** Null: none any more. */
  recipientTime?: RecipientTime | null | undefined;
};

const MOST_PER_MINUTE = 10_000_000;

export const ABOUT_POLICY =
  'For messages that may or may not have been accepted: hold (never sent again automatically), resend (may arrive twice), skip. Also applies to messages that are already uncertain.';
const CHANGES = {
  uncertain_policy: declare.oneOf(ABOUT_POLICY, UNCERTAIN_POLICIES, { fold: declare.lower }),
  max_per_minute: declare.integer(
    'Maximum number of messages per minute; 0 or null: as fast as delivery servers and receivers allow.',
    { min: 0, max: MOST_PER_MINUTE },
  ),
};
const changes = optional(CHANGES);

/**
 * Reads a change from a block of a request whose member names begin with `prefix`; 0 or null
 * removes the limit, an empty text leaves it as it is. Adds to `faults`. `timeZone`: the
 * customer's.
 */
export function readDeliveryBlock(
  body: FormObject,
  { prefix, timeZone }: { prefix: string; timeZone: string },
  faults: Faults,
): DeliveryChange {
  const { values, faults: found } = readMembers(changes, body, prefix);
  Object.assign(faults, found);
  const isTakenAway = Object.hasOwn(body, 'max_per_minute') && body['max_per_minute'] === null;
  const maxPerMinute = isTakenAway || values.max_per_minute === 0 ? null : values.max_per_minute;
  const sendingWindow = readWindow(body['sending_window'], { prefix, timeZone }, faults);
  const recipientTime = readRecipientTime(body['recipient_time_zone'], { prefix, timeZone }, faults);
  return { uncertainPolicy: values.uncertain_policy, maxPerMinute, sendingWindow, recipientTime };
}

export const deliveryBody = whenNeeded(() =>
  z.object({ ...changes, sending_window: windowMember(), recipient_time_zone: recipientTimeMember() }).meta({
    id: 'DeliveryChanges',
    description: 'Changes to how a campaign is delivered. Absent members stay unchanged.',
  }),
);
