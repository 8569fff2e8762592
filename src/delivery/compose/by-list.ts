// A campaign to several lists: each message is made as those on its recipient's list get it, with
// the fields of that list and its name.
import { furtherLists } from '../../campaigns/several-lists/lists.ts';
import type { CompiledCampaign } from '../../content/compiled.ts';
import type { ClaimedMessage } from '../../messages/claim.ts';
import type { Compose } from './composition.ts';
import type { Prepare } from './feed-batch.ts';

export type ByList = {
  /** As those on each of its lists get it, the first one first. */
  all: readonly CompiledCampaign[];
  compose(composeFor: (content: CompiledCampaign) => Compose): Compose;
  prepare(prepareFor: (content: CompiledCampaign) => Prepare): Prepare;
};

/**
 * @param first as those on its first list get it
 * @param compiledFor the same for another list; undefined: that is gone
 */
export async function openByList(
  first: CompiledCampaign,
  compiledFor: (listId: number) => Promise<CompiledCampaign | undefined>,
): Promise<ByList> {
  const others: CompiledCampaign[] = [];
  for (const listId of furtherLists(first.campaign)) {
    const compiled = await compiledFor(listId);
    if (compiled) others.push(compiled);
  }
  const all = [first, ...others];
  if (others.length === 0) return { all, compose: (composeFor) => composeFor(first), prepare: (open) => open(first) };
  return {
    all,
    compose(composeFor) {
      const composers = forEachList(all, composeFor);
      return (message, sending) => composers(message)(message, sending);
    },
    prepare(prepareFor) {
      const prepares = forEachList(all, prepareFor);
      return async (messages) => {
        const made = await Promise.all([...Map.groupBy(messages, prepares)].map(([prepare, some]) => prepare(some)));
        return { made: made.flatMap((one) => one.made), later: made.flatMap((one) => one.later) };
      };
    },
  };
}

/** What a message needs, by the list of its recipient; for any other list that of the first. */
function forEachList<T>(all: readonly CompiledCampaign[], open: (content: CompiledCampaign) => T) {
  const opened = all.map((content) => [content.campaign.list_id, open(content)] as const);
  const byList = new Map(opened);
  return ({ subscriber }: ClaimedMessage): T => byList.get(subscriber.list_id) ?? (opened[0]?.[1] as T);
}
