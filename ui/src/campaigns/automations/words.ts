// The event and the delay of an autoresponder in words.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Chain, Delay } from '../../api/campaigns/automations.ts';

/** "2 days after subscribing". */
export function useDelayAfter(): (after: Chain['after'], delay: Delay) => string {
  const { t } = useLingui();
  return (after, { value, unit }) => {
    if (value === 0) return t`Immediately`;
    const times: Record<Delay['unit'], string> = {
      minute: t`${plural(value, { one: '# minute', other: '# minutes' })}`,
      hour: t`${plural(value, { one: '# hour', other: '# hours' })}`,
      day: t`${plural(value, { one: '# day', other: '# days' })}`,
      week: t`${plural(value, { one: '# week', other: '# weeks' })}`,
      month: t`${plural(value, { one: '# month', other: '# months' })}`,
      year: t`${plural(value, { one: '# year', other: '# years' })}`,
    };
    const time = times[unit];
    return {
      subscribe: t`${time} after subscribing`,
      open: t`${time} after opening it`,
      sent: t`${time} after getting it`,
    }[after];
  };
}

/** What the units of a delay are called in a choice. */
export function useDelayUnits(): { value: Delay['unit']; label: string }[] {
  const { t } = useLingui();
  return [
    { value: 'minute', label: t({ message: 'minutes', context: 'unit' }) },
    { value: 'hour', label: t({ message: 'hours', context: 'unit' }) },
    { value: 'day', label: t({ message: 'days', context: 'unit' }) },
    { value: 'week', label: t({ message: 'weeks', context: 'unit' }) },
    { value: 'month', label: t({ message: 'months', context: 'unit' }) },
    { value: 'year', label: t({ message: 'years', context: 'unit' }) },
  ];
}

/** What happens at the beginning of a chain. */
export function useEventName(): (chain: Pick<Chain, 'after' | 'campaign'>) => string {
  const { t } = useLingui();
  return ({ after, campaign }) => {
    if (after === 'subscribe') return t`After subscribing`;
    if (!campaign) return after === 'open' ? t`After opening a removed campaign` : t`After getting a removed campaign`;
    return after === 'open' ? t`After opening “${campaign.name}”` : t`After getting “${campaign.name}”`;
  };
}
