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
    'listed-css': () => t`CSS: sends in a way typical of spam.`,
    'listed-xbl': () => t`XBL: an infected or open machine.`,
    'listed-drop': () => t`DROP: a criminal network.`,
    'listed-pbl': () => t`PBL: an address that should not send email directly.`,
    'listed-reported': () => t`Reported as a source of spam.`,
    'listed-reputation': () => t`Poor reputation.`,
    'listed-spam': () => t`A spam domain.`,
    'listed-phishing': () => t`Phishing.`,
    'listed-malware': () => t`Malware.`,
    'listed-control': () => t`Controls infected machines.`,
    'listed-abused-spam': () => t`Abused: spam.`,
    'listed-abused-redirects': () => t`Abused: redirects.`,
    'listed-abused-phishing': () => t`Abused: phishing.`,
    'listed-abused-malware': () => t`Abused: malware.`,
    'listed-abused-control': () => t`Abused: controls infected machines.`,
    'listed-abuse': () => t`Spam and abuse.`,
    'listed-broken-into': () => t`A hacked site.`,
  };
}

function useRefusals(): Words<'blocklist'> {
  const { t } = useLingui();
  return {
    'blocklist-misspelt': () => t`The name of the blocklist is misspelled.`,
    'blocklist-own-resolver': () =>
      t`It does not answer public name servers: use your own name server, or the key of an account there.`,
    'blocklist-too-often': () => t`It was queried too often from this name server.`,
    'blocklist-refused': ({ code }) => t`It refused to answer (${code}).`,
    'blocklist-foreign': ({ address }) =>
      t`${address} is not a valid blocklist answer: the name server may rewrite answers, or the blocklist may no longer exist.`,
    'blocklist-of-domains': () => t`It lists domains, but was asked about an address.`,
    'blocklist-no-ipv6': () => t`It lists no IPv6 addresses.`,
    'blocklist-untested': () => t`Its test entry is not listed, so “not listed” would mean nothing.`,
    'blocklist-lists-all': () => t`It lists everything, even what should never be listed.`,
  };
}

function useNotes(): Words<'addresses'> {
  const { t } = useLingui();
  return {
    'addresses-unset': () => t`No sending addresses are set.`,
    'addresses-none': ({ host }) => t`${host} has no address.`,
    'addresses-inside': () =>
      t`Addresses inside your network are never on a blocklist: check the one that is visible from outside.`,
    'addresses-many': ({ count, most }) => t`It has ${count} addresses; ${most} were checked.`,
  };
}
