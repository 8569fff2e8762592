// What is found of SPF records.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useSpfWords(): Words<'spf'> {
  const { t } = useLingui();
  return {
    'spf-missing': () => t`There is no SPF record.`,
    'spf-many': ({ count }) => t`There are ${count} SPF records: receivers ignore them all. Join them into one.`,
    'spf-found': ({ lookups, most }) => t`Found, ${lookups} of ${most} look-ups.`,
    'spf-names-relays': () => t`It names your relays.`,
    'spf-open-to-all': ({ domain }) => t`It ends with +all: anybody may send as ${domain}.`,
    'spf-ends': ({ end }) => t`It ends with ${end}.`,
    'spf-no-end': () => t`It has no “all” at its end.`,
    'spf-names-none': ({ places }) => t`It names none of your relays' addresses: ${places}.`,
    'spf-names-some': ({ places }) => t`It names not all of your relays' addresses; these are missing: ${places}.`,
    'spf-add-places': () =>
      t`Add what they send from (a relay may send from other addresses than it takes mail at: its operator knows).`,
    'spf-depends': ({ places, terms }) => t`Whether it names ${places} cannot be told: it uses ${terms}.`,
    'spf-cannot-tell': ({ hosts }) => t`Whether it names what ${hosts} sends from cannot be told.`,
    'spf-wrong': () => t`The SPF record is wrong.`,
    'spf-in-part': () => t`The SPF record is there, but not all that it names could be looked up.`,
    'spf-more': ({ count }) => t`${plural(Number(count), { one: 'And # more.', other: 'And # more.' })}`,
    'spf-no-term': ({ term }) => t`“${term}” is no term of SPF.`,
    'spf-too-many-lookups': ({ most }) => t`It takes more than ${most} look-ups, so that receivers ignore it.`,
    'spf-voids': ({ count }) => t`${count} of its terms name what is not in DNS.`,
    'spf-mail-servers': ({ name, most }) => t`“${name}” has more than ${most} mail servers.`,
    'spf-none-there': ({ name }) => t`“${name}” has no SPF record.`,
    'spf-many-there': ({ name }) => t`“${name}” has several SPF records.`,
  };
}
