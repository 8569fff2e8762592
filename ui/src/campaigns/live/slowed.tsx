// Receivers that asked us to go slower: what they said, and until when they are spared.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/use-format.ts';
import { Loading, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { State } from '../../kit/state.tsx';
import { deliveryQuery, slowedQuery } from './queries.ts';

export function Slowed({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery(slowedQuery(campaignUid));
  const { data, isLoading } = query;
  const { data: delivery } = useQuery(deliveryQuery(campaignUid));
  const limit = delivery?.max_per_minute ?? null;
  const isFree = limit === null && (delivery?.waits ?? null) === null;
  return (
    <Card title={t`Slowed down by receivers`}>
      <div className="stack close">
        {!data && <Refused query={query} />}
        {isLoading && <Loading label={t`Loading`} lines={2} />}
        {limit !== null && (
          <p>{t`${plural(limit, { one: 'This campaign has its own limit: # message per minute.', other: 'This campaign has its own limit: # messages per minute.' })}`}</p>
        )}
        {data?.length === 0 && (
          <p className="quiet">
            {isFree
              ? t`No one is slowing it down: it is sent as fast as possible.`
              : t`No receiver is slowing it down.`}
          </p>
        )}
        {data && data.length > 0 && (
          <ul className="stack">
            {data.map(({ name, delivery_server, state, per_hour, parked_until, reason }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one may be slowed at several delivery servers
              <li key={`${name} ${n}`} className="stack tight">
                <div className="row apart">
                  <b className="breaking">{name === '*' ? t`the relay itself` : name}</b>
                  <State tone={state === 'parked' ? 'held' : 'moving'}>
                    {parked_until !== null
                      ? t`Parked until ${format.time(Date.parse(parked_until))}`
                      : per_hour !== null
                        ? t`${format.number(per_hour)} per hour`
                        : t`a few at a time`}
                  </State>
                </div>
                {delivery_server !== null && <p className="small breaking">{t`At ${delivery_server}`}</p>}
                <p className="small breaking">{reason}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
