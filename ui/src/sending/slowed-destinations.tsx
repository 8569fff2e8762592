// Whom a relay sends to more slowly than it could, or not at all for a while, and why.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { slowedByRelayQuery } from '../api/campaigns/sending.ts';
import { useFormat, useWallClock } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { State } from '../kit/state.tsx';
import { Table } from '../kit/table/table.tsx';

export function SlowedDestinations({ serverId }: { serverId: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const wall = useWallClock();
  const query = useQuery(slowedByRelayQuery(serverId));
  const { data, isLoading } = query;
  if (isLoading) return <Awaited />;
  if (!data)
    return (
      <Card title={t`Slowed destinations`}>
        <Refused query={query} />
      </Card>
    );
  return (
    <Card title={t`Slowed destinations`} pad={data.records.length === 0}>
      {data.records.length === 0 ? (
        <p className="quiet">{t`None. No receiver is refusing mail for being sent too much, so all get it at full speed.`}</p>
      ) : (
        <Table
          label={t`Slowed destinations`}
          isFlowing
          rows={data.records}
          keyOf={({ name }) => name}
          columns={[
            {
              head: t`Destination`,
              isName: true,
              cell: ({ name }) => (name === '*' ? t`the relay itself` : <Address>{name}</Address>),
            },
            {
              head: t`Status`,
              cell: ({ state, parked_until }) =>
                state === 'parked' ? (
                  <State tone="held">{t`Parked until ${wall(parked_until)}`}</State>
                ) : (
                  <State tone="moving">{t`Slowed`}</State>
                ),
            },
            {
              head: t`Per hour`,
              isNumber: true,
              cell: ({ rate_per_hour }) => (rate_per_hour === null ? '–' : format.number(Number(rate_per_hour))),
            },
            { head: t`Why`, cell: ({ reason }) => <span className="quiet">{reason}</span> },
            { head: t`Refusals`, isNumber: true, cell: ({ refusals }) => format.number(Number(refusals)) },
          ]}
        />
      )}
    </Card>
  );
}
