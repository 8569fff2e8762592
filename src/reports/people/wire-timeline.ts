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
          'What it was. Of a list: `joined`, `confirmed`, `unsubscribed`, `changed`; of the address: `suppressed`; of a campaign: what became of its message (`accepted`, `rejected`, `uncertain`, `skipped`), and `opened`, `clicked`, `bounced`, `complained`.',
        ),
      at: instant('When.'),
      list: z
        .strictObject({ list_uid: uid('Id of the list.'), name: said('Its name.') })
        .nullable()
        .describe('The list that it is of, else null.'),
      campaign: z
        .strictObject({ campaign_uid: uid('Id of the campaign.'), name: said('Its name.') })
        .nullable()
        .describe('The campaign that it is of, else null.'),
      ip_address: said('From where; null: not known.').nullable(),
      client: said('Of an open or click: the mail program or browser; else null.').nullable(),
      device: z.enum(DEVICES).nullable().describe('Of an open or click: the kind of device; else null.'),
      machine: said('Of an open or click: the rule that says that no person did it; else null.').nullable(),
      link: said('Of a click: the address of the link; else null.').nullable(),
      message: said('What a mail server, a report or we said of it; of `joined`, the source; else null.').nullable(),
    })
    .meta({ id: 'Happening', description: 'Something that happened to a person.' }),
);

export const timelineAnswer = keysetPage(happening, {
  removed_until: instantOrNull(
    'When the last campaign to a list of this person was done whose messages, opens and clicks are no longer kept; null: nothing was removed.',
  ),
});
