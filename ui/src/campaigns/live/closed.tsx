// A campaign whose sending window is closed: until when it waits.
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale } from '../../api/use-format.ts';
import { Notice } from '../../kit/notice.tsx';
import { deliveryQuery } from './queries.ts';

type ClosedProps = { campaignUid: string; opensAt: string; timeZone: string };

export function Closed({ campaignUid, opensAt, timeZone }: ClosedProps) {
  const locale = useLocale();
  const client = useQueryClient();
  useEffect(() => {
    // Nothing tells of the moment at which it opens.
    const ask = () => void client.invalidateQueries({ queryKey: deliveryQuery(campaignUid).queryKey });
    const timer = setTimeout(ask, Math.max(0, Date.parse(opensAt) - Date.now()) + LATER_MS);
    return () => clearTimeout(timer);
  }, [campaignUid, opensAt, client]);
  const at = new Date(opensAt);
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone }).format(at);
  return (
    <Notice>
      <Trans>
        <b>
          Waiting until {time} {day}
        </b>{' '}
        ({timeZone}), when its sending hours start. Then it continues automatically.
      </Trans>
    </Notice>
  );
}

const LATER_MS = 500;
