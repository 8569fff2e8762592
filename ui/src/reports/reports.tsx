// Campaigns that were sent, to open their reports.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { RemoteTable } from '../kit/remote-table.tsx';

export function Reports() {
  const { t } = useLingui();
  const sent = useQuery({
    queryKey: ['campaigns', { status: 'sent' }],
    queryFn: async () => {
      const query = { per_page: 100, status: 'sent' } as const;
      return (await answerOf(api.GET('/campaigns', { params: { query } }))).data;
    },
  });
  return (
    <Page title={t`Reports`} about={t`What came of each campaign that was sent`}>
      <RemoteTable
        label={t`Sent campaigns`}
        loading={t`Loading campaigns`}
        query={sent}
        rowsOf={({ records }) => records}
        keyOf={({ campaign_uid }) => campaign_uid}
        empty={<Empty title={t`Nothing was sent yet`}>{t`A report stands here as soon as a campaign goes out.`}</Empty>}
        columns={[
          {
            head: t`Campaign`,
            isName: true,
            cell: ({ name, campaign_uid: campaignUid }) => (
              <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
                {name}
              </Link>
            ),
          },
        ]}
      />
    </Page>
  );
}
