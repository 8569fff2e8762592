// The links of a campaign, by how many clicked them.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { Card } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';

export function Links({ campaignUid }: { campaignUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['campaign', campaignUid, 'links'],
    queryFn: async () => {
      const params = { path: { campaign_uid: campaignUid }, query: { per_page: 100 } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/links', { params }))).data.records;
    },
  });
  if (!data || data.length === 0) return null;
  const all = data.reduce((sum, link) => sum + link.unique_clicks_count, 0);
  return (
    <Card title={t`Links`} pad={false}>
      <Table
        label={t`Links`}
        rows={data}
        keyOf={({ hash }) => hash}
        columns={[
          { head: t`Link`, isName: true, cell: ({ destination }) => destination },
          { head: t`People`, isNumber: true, cell: (link) => format.number(link.unique_clicks_count) },
          {
            head: t`Share`,
            isWide: true,
            cell: (link) => (
              <div className="bar" aria-hidden="true">
                <i style={{ width: `${all > 0 ? (100 * link.unique_clicks_count) / all : 0}%` }} />
              </div>
            ),
          },
        ]}
      />
    </Card>
  );
}
