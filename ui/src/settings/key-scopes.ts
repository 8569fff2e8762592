// What keys may do, in words: the rights behind the names of a scope.
import { useLingui } from '@lingui/react/macro';

/** The names that are chosen from, from the fewest rights to the most. */
export const CHOICES = ['read', 'write', 'send', 'owner', 'operator'] as const;
export type Choice = (typeof CHOICES)[number];

/** What stands for several: roles, and everything of the customer. */
const HOLDS: Readonly<Record<string, readonly Choice[]>> = {
  viewer: ['read'],
  editor: ['read', 'write'],
  sender: ['read', 'write', 'send'],
};
/** Held by the choice `owner` anyway. */
export const OF_AN_OWNER: readonly Choice[] = ['read', 'write', 'send'];

/** The choices of a stored scope. */
export function choicesOf(scope: string): Choice[] {
  const names: readonly string[] = scope.split(',').flatMap((name): readonly string[] => HOLDS[name] ?? [name]);
  const isOwner = names.includes('owner');
  return CHOICES.filter((one) => names.includes(one) && !(isOwner && OF_AN_OWNER.includes(one)));
}

/** What is sent for choices. */
export function scopeOf(choices: readonly Choice[]): string {
  const isOwner = choices.includes('owner');
  return choices.filter((one) => !(isOwner && OF_AN_OWNER.includes(one))).join(',');
}

export function useScopeNames(): Record<Choice, string> {
  const { t } = useLingui();
  return {
    read: t`Read`,
    write: t`Write`,
    send: t`Send`,
    owner: t`Everything for the customer`,
    operator: t`Installation`,
  };
}

export function useScopeRights(): Record<Choice, string> {
  const { t } = useLingui();
  return {
    read: t`Lists, subscribers, campaigns, reports`,
    write: t`Lists, subscribers, content, drafts, tests`,
    send: t`Send, schedule and resume campaigns; transactional emails`,
    owner: t`All of the above, plus people, keys, relays and domains`,
    operator: t`Customers, shared relays, metrics`,
  };
}
