// Where a click leads: to the address that the author wrote, with its merge tags filled in for this
// recipient.
import { asksForLastSent } from '../campaigns/merge/last-sent.ts';
import { knownTags, listWideValues } from '../campaigns/merge/values.ts';
import { campaignContext } from '../content/queries.ts';
import { type Installation, lookupFor } from '../content/recipient.ts';
import { webAddress } from '../content/web-address.ts';
import type { Clock } from '../kernel/clock.ts';
import { parseTags } from '../mail/merge/merge.ts';
import { renderAddress } from '../mail/merge/placed-values.ts';
import { type Clicked, type ClickTarget, findClickTarget } from './queries.ts';

/**
 * The address that a click leads to, and the campaign whose link it is. `isForAll`: the same for
 * every recipient.
 */
export type Destination = { address: string; campaignId: number; isForAll: boolean };

/**
 * The address that a tracked link leads to, fit for a Location header; undefined when the message
 * has no such link, or its filled-in tags make it something other than a web address. Links of a
 * deleted campaign work while their rows exist.
 */
export async function findDestination(installation: Installation, clicked: Clicked): Promise<Destination | undefined> {
  const target = await findClickTarget(installation.db, clicked);
  if (!target) return undefined;
  const { url, campaignId } = target;
  const { filled, isForAll } = url.includes('[')
    ? await expanded(installation, clicked.subscriberId, target)
    : { filled: url, isForAll: true };
  const address = webAddress(filled);
  return address === undefined ? undefined : { address, campaignId, isForAll };
}

type Expanded = { filled: string; isForAll: boolean };

/** Tags of a deleted subscriber are empty, as unknown values are in the mail. */
async function expanded(installation: Installation, subscriberId: number, target: ClickTarget): Promise<Expanded> {
  const context = await campaignContext(installation.db, target.campaignId, { subscriberId });
  if (!context) return { filled: target.url, isForAll: false };
  const pieces = parseTags(target.url, knownTags(context.fields));
  const ofList = listWideValues(context);
  const isForList = pieces.every(
    (piece) => typeof piece === 'string' || (piece.kind === 'tag' && ofList(piece.tag) !== undefined),
  );
  if (isForList) return { filled: renderAddress(pieces, ofList), isForAll: context.campaign.further_lists === null };
  const addressed = {
    subscriberId,
    context,
    asksForLastSent: asksForLastSent([target.url]),
  };
  const lookup = await lookupFor(installation, addressed);
  return { filled: renderAddress(pieces, lookup ?? (() => undefined)), isForAll: false };
}

/**
 * How long, and how many: where a link leads never changes, but a store may go back in time.
 */
const REMEMBERED_MS = 10_000;
const MOST = 10_000;

/** Where links lead that were clicked lately, when they lead all recipients to one place. */
export type RememberedLinks = {
  find(linkId: number): Destination | undefined;
  note(linkId: number, destination: Destination): void;
};

/** Remembers links: looking one up costs as much as recording the click. */
export function rememberedLinks(clock: Clock): RememberedLinks {
  const known = new Map<number, Destination>();
  let since = clock.now();
  return {
    find(linkId) {
      const age = clock.now() - since;
      if (age < 0 || age > REMEMBERED_MS) {
        known.clear();
        since = clock.now();
      }
      return known.get(linkId);
    },
    note(linkId, destination) {
      if (destination.isForAll && known.size < MOST) known.set(linkId, destination);
    },
  };
}
