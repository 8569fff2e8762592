// The lists of people that a report has, and what they are called.
import { useLingui } from '@lingui/react/macro';

export type Kind = { key: string; name: string; isOfAudience?: boolean };

/** `always` are offered as they are, the others when a figure leads to them. */
export function useKinds(): { always: Kind[]; others: Kind[] } {
  const { t } = useLingui();
  const left = (key: string, name: string) => ({ key: `left-${key}`, name, isOfAudience: true });
  return {
    always: [
      { key: 'opens', name: t`Opened` },
      { key: 'not-opened', name: t`Did not open` },
      { key: 'clicks', name: t`Clicked` },
      { key: 'not-clicked', name: t`Did not click` },
      { key: 'unsubscribed', name: t`Unsubscribed` },
      { key: 'bounced', name: t`Bounced` },
      { key: 'rejected', name: t`Refused` },
    ],
    others: [
      { key: 'skipped', name: t`Skipped` },
      { key: 'uncertain', name: t`Uncertain` },
      left('unconfirmed', t`Not confirmed`),
      left('unsubscribed', t`Had unsubscribed`),
      left('blacklisted', t`Blocked`),
      left('suppressed', t`Address suppressed`),
      left('segment', t`Not in the segment`),
    ],
  };
}

/** What the rules that recognize machines say. */
export function useMachineName(): (rule: string) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    prefetch: t`loaded before anyone asked`,
    'no-user-agent': t`does not identify itself`,
    scanner: t`a security scanner`,
    program: t`a program, not a person`,
    'picture-fetcher': t`a proxy that loads all images`,
    'image-proxy': t`a proxy that may load images on arrival`,
    'at-once': t`within two seconds of arrival`,
    burst: t`many links at once`,
  };
  return (rule) => names[rule] ?? rule;
}
