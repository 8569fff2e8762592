// With what a campaign is read: each person counts once.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Counts, clientsQuery } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { Table } from '../kit/table/table.tsx';
import { useDeviceName } from './devices.ts';

const FEW = 6;

export function Clients({ campaignUid, counts }: { campaignUid: string; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const deviceName = useDeviceName();
  const [isWhole, setWhole] = useState(false);
  const query = useQuery(clientsQuery(campaignUid, counts));
  const { data, isLoading } = query;
  if (isLoading) return <Awaited />;
  if (!data)
    return (
      <Card title={t`Read with`}>
        <Refused query={query} />
      </Card>
    );
  if (data.records.length === 0) return null;
  const rest = data.records.length - FEW;
  return (
    <Card
      title={t`Read with`}
      pad={false}
      actions={
        rest > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t`Fewer` : t`${format.number(rest)} more`}
          </Button>
        )
      }
    >
      <Table
        label={t`Read with`}
        isFlowing
        rows={isWhole ? data.records : data.records.slice(0, FEW)}
        keyOf={({ client, device }) => `${client} ${device}`}
        columns={[
          {
            head: t`Client`,
            isName: true,
            cell: ({ client, device }) => (
              <>
                {client === 'unknown' ? t`unknown` : client}
                <span className="small">{deviceName(device)}</span>
              </>
            ),
          },
          { head: t`People`, isNumber: true, cell: ({ people }) => format.number(people) },
          { head: t`Share`, isNumber: true, cell: ({ people }) => format.share(people, data.people) },
        ]}
      />
    </Card>
  );
}
