// What blocklists say, and why one of them says nothing.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useBlocklistWords(): Words<'listed' | 'blocklist' | 'addresses'> {
  return { ...useMeanings(), ...useRefusals(), ...useNotes() };
}

function useMeanings(): Words<'listed'> {
  const { t } = useLingui();
  return {
    'listed-says': ({ words }) => String(words),
    'listed-sbl': () => t`SBL: a source of spam.`,
    'listed-css': () => t`CSS: sends in the manner of spam.`,
    'listed-xbl': () => t`XBL: an infected or open machine.`,
    'listed-drop': () => t`DROP: a network of criminals.`,
    'listed-pbl': () => t`PBL: an address that should not send mail itself.`,
    'listed-reported': () => t`Reported as a source of spam.`,
    'listed-reputation': () => t`A poor reputation.`,
    'listed-spam': () => t`A domain of spam.`,
    'listed-phishing': () => t`Phishing.`,
    'listed-malware': () => t`Malware.`,
    'listed-control': () => t`Controls infected machines.`,
    'listed-abused-spam': () => t`Abused: spam.`,
    'listed-abused-redirects': () => t`Abused: redirects.`,
    'listed-abused-phishing': () => t`Abused: phishing.`,
    'listed-abused-malware': () => t`Abused: malware.`,
    'listed-abused-control': () => t`Abused: controls infected machines.`,
    'listed-abuse': () => t`Spam and abuse.`,
    'listed-broken-into': () => t`A site that was broken into.`,
  };
}

function useRefusals(): Words<'blocklist'> {
  const { t } = useLingui();
  return {
    'blocklist-misspelt': () => t`The name of the list is written wrongly.`,
    'blocklist-own-resolver': () =>
      t`It does not answer public name servers: use one of your own, or the key of an account there.`,
    'blocklist-too-often': () => t`It was asked too often from this name server.`,
    'blocklist-refused': ({ code }) => t`It refused to answer (${code}).`,
    'blocklist-foreign': ({ address }) =>
      t`${address} is no answer of a blocklist: the name server may rewrite answers, or the list is gone.`,
    'blocklist-of-domains': () => t`It lists domains, and was asked about an address.`,
    'blocklist-no-ipv6': () => t`It lists no IPv6 addresses.`,
    'blocklist-untested': () => t`Its test entry is not listed, so that “not listed” would say nothing.`,
    'blocklist-lists-all': () => t`It lists everything, also what is never listed.`,
  };
}

function useNotes(): Words<'addresses'> {
  const { t } = useLingui();
  return {
    'addresses-unset': () => t`The addresses that it sends from are not known: none are set.`,
    'addresses-none': ({ host }) => t`${host} has no address.`,
    'addresses-inside': () =>
      t`Addresses within your network are on no blocklist: look up the one that is seen from outside.`,
    'addresses-many': ({ count, most }) => t`It has ${count} addresses; ${most} were looked up.`,
  };
}
