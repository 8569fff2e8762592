// What became of the mails by the domain they went to.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Counts, destinationsQuery } from '../api/campaigns/reports.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Table } from '../kit/table/table.tsx';

export function Destinations({ campaignUid, counts }: { campaignUid: string; counts: Counts }) {
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery(destinationsQuery(campaignUid, counts));
  const { data, isLoading } = query;
  if (isLoading) return <Awaited />;
  if (!data)
    return (
      <Card title={t`By domain`}>
        <Refused query={query} />
      </Card>
    );
  if (data.records.length === 0) return null;
  const { domains, ...others } = data.others;
  const rows = [
    ...data.records.map((row) => ({ ...row, domain: row.domain ?? t`people who were removed` })),
    ...(domains > 0 ? [{ ...others, domain: t`${format.number(domains)} others` }] : []),
  ];
  return (
    <Card title={t`By domain`} pad={false}>
      <Table
        label={t`By domain`}
        rows={rows}
        keyOf={({ domain }) => domain}
        columns={[
          {
            head: t`Domain`,
            isName: true,
            // Below it, so that a long domain has room.
            cell: ({ domain, accepted }) => (
              <>
                <Address>{domain}</Address>
                <span className="small">{t`${format.number(accepted)} accepted`}</span>
              </>
            ),
          },
          { head: t`Opened`, isNumber: true, cell: ({ opened, accepted }) => format.share(opened, accepted) },
          // Refused, or came back: as in "Why mail failed", which has the causes of both.
          { head: t`Failed`, isNumber: true, cell: ({ bounced, rejected }) => format.number(bounced + rejected) },
        ]}
      />
    </Card>
  );
}
