// Why DNS could not be asked, what is wrong with lists of tags, and records of DKIM keys.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useDnsWords(): Words<'dns' | 'mx' | 'record' | 'tags'> {
  const { t } = useLingui();
  return {
    'dns-timeout': ({ name }) => t`${name} could not be looked up: the name server did not answer in time.`,
    'dns-too-long': ({ name }) => t`${name} could not be looked up: it took too long.`,
    'dns-servfail': ({ name }) => t`${name} could not be looked up: the name server failed (SERVFAIL).`,
    'dns-refused': ({ name }) => t`${name} could not be looked up: the name server refused to answer (REFUSED).`,
    'dns-unreachable': ({ name }) => t`${name} could not be looked up: the name server cannot be reached.`,
    'dns-not-understood': ({ name }) =>
      t`${name} could not be looked up: the name server did not understand (FORMERR).`,
    'dns-malformed': ({ name }) => t`${name} could not be looked up: the answer was malformed.`,
    'dns-too-much': ({ name }) => t`${name} could not be looked up: it needs too many lookups.`,
    'dns-failed': ({ name, error }) => t`${name} could not be looked up (${error}).`,
    'mx-missing': ({ name }) => t`${name} has no MX record in DNS.`,
    'dns-unchecked': () => t`Not checked yet.`,
    'record-is': ({ record }) => `${record}:`,
    'tags-empty': () => t`There is nothing between two of its semicolons.`,
    'tags-twice': ({ tag }) => t`The tag ${tag}= appears twice.`,
    'tags-other': ({ part }) => t`“${part}” does not have the form tag=value.`,
  };
}

export function useDkimWords(): Words<'dkim'> {
  const { t } = useLingui();
  return {
    'dkim-good': () => t`Found, and the key is correct.`,
    'dkim-testing': () => t`Found, and the key is correct, but t=y marks it as a test: receivers may ignore it.`,
    'dkim-short': ({ bits }) =>
      t`Found, and the key is correct, but ${bits} bits are not enough: use a 2048-bit key (RFC 8301).`,
    'dkim-missing': () => t`There is no TXT record at this name yet.`,
    'dkim-many': ({ count }) =>
      t`There are ${count} TXT records at this name. Keep the one shown here and remove the others.`,
    'dkim-quotation-marks': () => t`The record contains quotation marks: paste the value without them.`,
    'dkim-backslashes': () => t`The record contains backslashes: paste the value without them.`,
    'dkim-unreadable': () => t`The record is not a DKIM key.`,
    'dkim-version': () => t`The record is not a DKIM key: it must start with v=DKIM1.`,
    'dkim-no-key': ({ record }) => t`The record is not a DKIM key: it has no p= (“${record}”).`,
    'dkim-revoked': () => t`The record revokes the key: its p= is empty.`,
    'dkim-other-kind': ({ wanted, found }) =>
      t`The record is for another type of key: it should say k=${wanted}, but says “${found}”.`,
    'dkim-no-sha256': () => t`The record does not allow SHA-256: remove its h= tag.`,
    'dkim-not-for-email': () => t`The record is not for email: remove its s= tag.`,
    'dkim-garbled': () => t`The value of p= is not a public key: part of it may be missing.`,
    'dkim-other-key': () => t`The record has a different key from the one used for signing here.`,
  };
}
