// Reads requests of tracking by API (wire contract, section 9).
import { isIP } from 'node:net';
import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { said } from '../http/members/described.ts';
import { optional } from '../http/members/member.ts';
import { readMembers, successAnswer } from '../http/members/schema.ts';
import { throwFaults } from '../kernel/errors.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Visitor } from './hits.ts';

const members = optional({
  ip_address: declare.text('IP address of the person. Defaults to the caller’s.', { label: 'IP address' }),
  user_agent: declare.text('User agent of the person; the first 255 characters are kept.'),
  reason: declare.text('Shown with the campaign’s unsubscribes; the first 255 characters are kept.'),
});

/** What is too long is cut: nobody stays subscribed because of what was said beside it. */
const kept = (text: string | undefined) => text && [...text].slice(0, 255).join('');

/**
 * Reads who unsubscribed, as the caller reports it. An invalid address is replaced by that of the
 * call, as with subscribers.
 * @throws AppError `invalid` with all faults
 */
export function readVisitor(body: FormObject, ipAddress: string): Visitor {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  const { ip_address: given, user_agent, reason } = values;
  return {
    ipAddress: given !== undefined && isIP(given) !== 0 ? given : ipAddress,
    userAgent: kept(user_agent?.replace(/\p{Cc}/gu, '')) || null,
    reason: kept(reason),
  };
}

export const unsubscribeBody = whenNeeded(() =>
  z.object(members).meta({ id: 'UnsubscribeDetails', description: 'Details of the unsubscribe.' }),
);

export const clickAnswer = successAnswer(() => ({
  data: z.strictObject({
    track_url: said('The address in the email.'),
    destination: said('Its destination, with merge tags filled in for the subscriber.'),
  }),
}));
export const openAnswer = successAnswer(() => ({ data: z.array(z.unknown()).max(0).describe('Always empty.') }));
export const unsubscribedAnswer = successAnswer({});
