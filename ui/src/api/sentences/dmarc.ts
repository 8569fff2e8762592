// What is found of DMARC records.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useDmarcWords(): Words<'dmarc'> {
  const { t } = useLingui();
  return {
    'dmarc-missing': () => t`There is no DMARC record. Large receivers expect one, at least p=none.`,
    'dmarc-many': ({ count, name }) => t`There are ${count} DMARC records at ${name}: receivers ignore all of them.`,
    'dmarc-version': ({ record }) => t`The record does not start with v=DMARC1: “${record}”.`,
    'dmarc-unreadable': () => t`The DMARC record cannot be read.`,
    'dmarc-wrong': () => t`The DMARC record is wrong.`,
    'dmarc-found': ({ policy }) => t`Found, policy ${policy}.`,
    'dmarc-inherited': ({ domain, policy }) => t`The policy of ${domain} applies: ${policy}.`,
    'dmarc-watches': () => t`It only monitors. Use quarantine or reject to protect the domain from forgery.`,
    'dmarc-share': ({ percent }) => t`It applies to ${percent} % of the emails.`,
    'dmarc-reports': ({ addresses }) => t`Reports are sent to ${addresses}.`,
    'dmarc-no-reports': () => t`Nobody receives reports: add rua= with an address.`,
    'dmarc-strict': ({ domain }) => t`Strict alignment: only emails from exactly ${domain} count as signed by it.`,
    'dmarc-bad-policy': ({ tag }) => t`${tag}= must be none, quarantine or reject.`,
    'dmarc-bad-alignment': ({ tag }) => t`${tag}= must be r or s.`,
    'dmarc-bad-share': () => t`pct= must be a number from 0 to 100.`,
    'dmarc-bad-addresses': ({ tag }) => t`${tag}= must contain addresses such as mailto:reports@example.com.`,
  };
}
