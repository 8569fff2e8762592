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
    'dns-too-much': ({ name }) => t`${name} could not be looked up: there was too much to look up.`,
    'dns-failed': ({ name, error }) => t`${name} could not be looked up (${error}).`,
    'mx-missing': ({ name }) => t`DNS has no MX record of ${name}.`,
    'dns-unchecked': () => t`Not checked yet.`,
    'record-is': ({ record }) => `${record}:`,
    'tags-empty': () => t`There is nothing between two semicolons.`,
    'tags-twice': ({ tag }) => t`The tag ${tag}= is there twice.`,
    'tags-other': ({ part }) => t`“${part}” is not of the form tag=value.`,
  };
}

export function useDkimWords(): Words<'dkim'> {
  const { t } = useLingui();
  return {
    'dkim-good': () => t`Found, and it is the right key.`,
    'dkim-testing': () => t`Found, and equal; but t=y says it is a test: receivers may ignore it.`,
    'dkim-short': ({ bits }) => t`Found, and equal; but ${bits} bits are few: use a key of 2048 (RFC 8301).`,
    'dkim-missing': () => t`There is no TXT record at this name yet.`,
    'dkim-many': ({ count }) =>
      t`There are ${count} TXT records at this name; leave the one shown and remove the others.`,
    'dkim-quotation-marks': () => t`The record holds quotation marks: paste the value without them.`,
    'dkim-backslashes': () => t`The record holds backslashes: paste the value without them.`,
    'dkim-unreadable': () => t`The record is no DKIM key.`,
    'dkim-version': () => t`The record is no DKIM key: v=DKIM1 must stand first in it.`,
    'dkim-no-key': ({ record }) => t`The record is no DKIM key: it has no p= (“${record}”).`,
    'dkim-revoked': () => t`The record revokes the key: its p= is empty.`,
    'dkim-other-kind': ({ wanted, found }) =>
      t`The record is for a key of another kind: k=${wanted} is meant, it says “${found}”.`,
    'dkim-no-sha256': () => t`The record does not allow SHA-256: leave its h= out.`,
    'dkim-not-for-email': () => t`The record is not for email: leave its s= out.`,
    'dkim-garbled': () => t`What stands in p= is no public key: a part of it may be missing.`,
    'dkim-other-key': () => t`The record holds another key than the one that signs here.`,
  };
}
