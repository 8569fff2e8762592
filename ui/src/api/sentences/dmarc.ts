// What is found of DMARC records.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useDmarcWords(): Words<'dmarc'> {
  const { t } = useLingui();
  return {
    'dmarc-missing': () => t`There is no DMARC record; the large receivers expect one, p=none at least.`,
    'dmarc-many': ({ count, name }) => t`There are ${count} DMARC records at ${name}: receivers ignore them all.`,
    'dmarc-version': ({ record }) => t`The record does not begin with v=DMARC1: “${record}”.`,
    'dmarc-unreadable': () => t`The DMARC record cannot be read.`,
    'dmarc-wrong': () => t`The DMARC record is wrong.`,
    'dmarc-found': ({ policy }) => t`Found, policy ${policy}.`,
    'dmarc-inherited': ({ domain, policy }) => t`The policy of ${domain} stands for it: ${policy}.`,
    'dmarc-watches': () => t`It watches only; quarantine or reject protect the domain from forgers.`,
    'dmarc-share': ({ percent }) => t`It counts for ${percent} % of the mails.`,
    'dmarc-reports': ({ addresses }) => t`Reports go to ${addresses}.`,
    'dmarc-no-reports': () => t`Nobody gets reports: add rua= with an address.`,
    'dmarc-strict': ({ domain }) => t`Strict alignment: only mails from exactly ${domain} count as signed by it.`,
    'dmarc-bad-policy': ({ tag }) => t`${tag}= must be none, quarantine or reject.`,
    'dmarc-bad-alignment': ({ tag }) => t`${tag}= must be r or s.`,
    'dmarc-bad-share': () => t`pct= must be a number from 0 to 100.`,
    'dmarc-bad-addresses': ({ tag }) => t`${tag}= must hold addresses such as mailto:reports@example.com.`,
  };
}
