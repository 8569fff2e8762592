// Opens and clicks of a campaign: what they are asked for, and how they are answered.
import { z } from 'zod';
import type { Through } from '../../../campaigns/several-lists/through.ts';
import type { FormObject } from '../../../http/form/decode.ts';
import * as declare from '../../../http/members/declare.ts';
import { said, uid } from '../../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../../http/members/keyset.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import { throwFaults } from '../../../kernel/errors.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { clientOf, DEVICES } from '../../clients.ts';
import { instant, iso } from '../../wire.ts';
import { type EventRow, MACHINES } from '../events.ts';

const eventMembers = {
  ...optional({
    machines: declare.oneOf(
      '`with`: all; `without`: those not known to be by machines; `only`: those by machines.',
      MACHINES,
      { fold: declare.lower, default: 'with' },
    ),
  }),
  ...keysetQuery(),
};
const linkMember = optional({
  link: declare.text('Only clicks on this link, identified by the SHA-1 or SHA-256 of its address in hex.', {
    max: 64,
  }),
});
export const opensQuery = whenNeeded(() => z.object(eventMembers));
export const clicksQuery = whenNeeded(() => z.object({ ...eventMembers, ...linkMember }));

/** Which opens or clicks are asked for; `link` is of clicks only. @throws AppError `invalid` */
export function readEvents(query: FormObject) {
  const { values, faults } = readMembers({ ...eventMembers, ...linkMember }, query);
  const request = readKeyset(values, ['number'], faults);
  throwFaults(faults);
  return { machines: values.machines ?? 'with', link: values.link?.toLowerCase(), request };
}

const event = whenNeeded(() => ({
  subscriber_uid: uid('Id of the subscriber; null if deleted.').nullable(),
  list_uid: uid(
    'For a campaign to several lists, the list through which the subscriber got it. Absent for a campaign to one list, or if the subscriber was deleted.',
  ).optional(),
  email: said('Email address; null if deleted.').nullable(),
  at: instant('When.'),
  ip_address: said('IP address of the request; null if not known.').nullable(),
  client: said('The email program or browser; `unknown` if the user agent does not reveal it.'),
  device: z.enum(DEVICES).describe('The kind of device; `unknown` behind proxies.'),
  user_agent: said('The user agent; null if none.').nullable(),
  machine: said('The rule that identified a machine; null if it was a person, as far as is known.').nullable(),
}));
const link = whenNeeded(() =>
  z
    .strictObject({
      hash: said('SHA-1 of the address in hex.'),
      destination: said('The address as the author wrote it.'),
    })
    .nullable()
    .describe('The link; null if removed.'),
);

export const opensAnswer = keysetPage(() =>
  z.strictObject(event()).meta({ id: 'OpenEvent', description: 'An open of a campaign.' }),
);
export const clicksAnswer = keysetPage(() =>
  z
    .strictObject({ ...event(), link: link() })
    .meta({ id: 'ClickEvent', description: 'A click on a link of a campaign.' }),
);

/** An open. */
export function toWireOpen(row: EventRow & Through) {
  const { name, device } = clientOf(row.user_agent);
  const { subscriber_uid, list_uid, email, ip_address, user_agent, machine } = row;
  const who = { subscriber_uid, ...(list_uid !== undefined && { list_uid }), email };
  return { ...who, at: iso(row.at), ip_address, client: name, device, user_agent, machine };
}

/** A click. */
export function toWireClick(row: EventRow & Through) {
  const { hash, url } = row;
  return { ...toWireOpen(row), link: hash && url ? { hash, destination: url } : null };
}
