// What happened to one person, as answers show it.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import { said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { readMembers } from '../../http/members/schema.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { clientOf, DEVICES } from '../clients.ts';
import { instant, instantOrNull, iso } from '../wire.ts';
import { HAPPENINGS, type Happening, PLACE } from './timeline.ts';

const members = keysetQuery({ most: 200 });
export const timelineQuery = whenNeeded(() => z.object(members));

/** Which part is asked for. @throws AppError `invalid` */
export function readTimeline(query: FormObject) {
  const { values, faults } = readMembers(members, query);
  const request = readKeyset(values, PLACE, faults satisfies Faults);
  throwFaults(faults);
  return request;
}

/** Something that happened. */
export function toWireHappening({ kind, at, list, campaign, ...more }: Happening) {
  const client = more.userAgent === undefined ? undefined : clientOf(more.userAgent);
  return {
    kind,
    at: iso(at),
    list: list ? { list_uid: list.uid, name: list.name } : null,
    campaign: campaign ? { campaign_uid: campaign.uid, name: campaign.name } : null,
    ip_address: more.ipAddress ?? null,
    client: client?.name ?? null,
    device: client?.device ?? null,
    machine: more.machine ?? null,
    link: more.link ?? null,
    message: more.words ?? null,
  };
}

const happening = whenNeeded(() =>
  z
    .strictObject({
      kind: z
        .enum(HAPPENINGS)
        .describe(
          'What happened. For a list: `joined`, `confirmed`, `unsubscribed`, `changed`; for the address: `suppressed`; for a campaign: the outcome of its message (`accepted`, `rejected`, `uncertain`, `skipped`), and `opened`, `clicked`, `bounced`, `complained`.',
        ),
      at: instant('When.'),
      list: z
        .strictObject({ list_uid: uid('Id of the list.'), name: said('Its name.') })
        .nullable()
        .describe('The list it belongs to; otherwise null.'),
      campaign: z
        .strictObject({ campaign_uid: uid('Id of the campaign.'), name: said('Its name.') })
        .nullable()
        .describe('The campaign it belongs to; otherwise null.'),
      ip_address: said('IP address; null if not known.').nullable(),
      client: said('For an open or click: the email program or browser; otherwise null.').nullable(),
      device: z.enum(DEVICES).nullable().describe('For an open or click: the kind of device; otherwise null.'),
      machine: said('For an open or click: the rule that identified a machine; otherwise null.').nullable(),
      link: said('For a click: the address of the link; otherwise null.').nullable(),
      message: said(
        'What a mail server, a report or this server said about it; for `joined`, the source; otherwise null.',
      ).nullable(),
    })
    .meta({ id: 'Happening', description: 'An event in a person’s history.' }),
);

export const timelineAnswer = keysetPage(happening, {
  removed_until: instantOrNull(
    'Completion time of the latest campaign to a list of this person whose messages, opens and clicks are no longer kept; null if nothing was removed.',
  ),
});
