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
      '`with`: all; `without`: what no machine did, as far as is known; `only`: what machines did.',
      MACHINES,
      { fold: declare.lower, default: 'with' },
    ),
  }),
  ...keysetQuery(),
};
const linkMember = optional({
  link: declare.text('Only clicks on this link, named by the SHA-1 or SHA-256 of its address in hex.', { max: 64 }),
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
  subscriber_uid: uid('Id of the subscriber; null: removed.').nullable(),
  list_uid: uid(
    'Of a campaign to several lists, the one through which the subscriber got it; absent: to one list, or removed.',
  ).optional(),
  email: said('Address; null: removed.').nullable(),
  at: instant('When.'),
  ip_address: said('Address of the request; null: not known.').nullable(),
  client: said('The mail program or browser; `unknown` where the user agent does not say it.'),
  device: z.enum(DEVICES).describe('The kind of device; `unknown` behind proxies.'),
  user_agent: said('What the program calls itself; null: nothing.').nullable(),
  machine: said('The rule that says that no person did it; null: a person, as far as is known.').nullable(),
}));
const link = whenNeeded(() =>
  z
    .strictObject({
      hash: said('SHA-1 of the address in hex.'),
      destination: said('The address, as the author wrote it.'),
    })
    .nullable()
    .describe('The link; null: removed.'),
);

export const opensAnswer = keysetPage(() =>
  z.strictObject(event()).meta({ id: 'OpenEvent', description: 'One open of a campaign.' }),
);
export const clicksAnswer = keysetPage(() =>
  z
    .strictObject({ ...event(), link: link() })
    .meta({ id: 'ClickEvent', description: 'One click on a link of a campaign.' }),
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
