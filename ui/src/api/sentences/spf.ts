// What is found of SPF records.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useSpfWords(): Words<'spf'> {
  const { t } = useLingui();
  return {
    'spf-missing': () => t`There is no SPF record.`,
    'spf-many': ({ count }) => t`There are ${count} SPF records: receivers ignore all of them. Merge them into one.`,
    'spf-found': ({ lookups, most }) => t`Found, ${lookups} of ${most} lookups.`,
    'spf-names-relays': () => t`It includes your relays.`,
    'spf-open-to-all': ({ domain }) => t`It ends with +all: anyone may send as ${domain}.`,
    'spf-ends': ({ end }) => t`It ends with ${end}.`,
    'spf-no-end': () => t`It has no “all” at the end.`,
    'spf-names-none': ({ places }) => t`It includes none of your relays' addresses: ${places}.`,
    'spf-names-some': ({ places }) => t`It does not include all of your relays' addresses. Missing: ${places}.`,
    'spf-add-places': () =>
      t`Add the addresses your relays send from. They can differ from the ones that accept mail; ask the operator of the relay.`,
    'spf-depends': ({ places, terms }) =>
      t`It uses ${terms}, so it is not possible to tell whether it includes ${places}.`,
    'spf-cannot-tell': ({ hosts }) =>
      t`It is not possible to tell whether it includes the addresses that ${hosts} sends from.`,
    'spf-wrong': () => t`The SPF record is wrong.`,
    'spf-in-part': () => t`The SPF record exists, but not everything it refers to could be looked up.`,
    'spf-more': ({ count }) => t`${plural(Number(count), { one: 'And # more.', other: 'And # more.' })}`,
    'spf-no-term': ({ term }) => t`“${term}” is not a valid SPF term.`,
    'spf-too-many-lookups': ({ most }) => t`It needs more than ${most} lookups, so receivers ignore it.`,
    'spf-voids': ({ count }) => t`${count} of its terms refer to names that are not in DNS.`,
    'spf-mail-servers': ({ name, most }) => t`“${name}” has more than ${most} mail servers.`,
    'spf-none-there': ({ name }) => t`“${name}” has no SPF record.`,
    'spf-many-there': ({ name }) => t`“${name}” has several SPF records.`,
  };
}
