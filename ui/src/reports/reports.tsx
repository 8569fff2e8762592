// Campaigns that were sent, with what came of each, to open their reports.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CampaignOverview, overviewsQuery } from '../api/campaigns/campaigns.ts';
import { PeopleShare } from '../api/people-share.tsx';
import { useFormat } from '../api/use-format.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';

export function Reports() {
  const { t } = useLingui();
  const format = useFormat();
  const sent = useInfiniteQuery(overviewsQuery({ status: 'sent' }));
  const figure = (of: (one: CampaignOverview) => { people: number }) => (one: CampaignOverview) => (
    <PeopleShare people={of(one).people} of={one.accepted} />
  );
  return (
    <Page title={t`Reports`} about={t`What came of each campaign that was sent`}>
      <RemoteTable
        label={t`Sent campaigns`}
        loading={t`Loading campaigns`}
        query={sent}
        isFlowing
        rowsOf={({ pages }) => pages.flatMap(({ records }) => records)}
        keyOf={({ campaign_uid }) => campaign_uid}
        empty={<Empty title={t`Nothing was sent yet`}>{t`A report stands here as soon as a campaign goes out.`}</Empty>}
        columns={[
          {
            head: t`Campaign`,
            isName: true,
            cell: ({ name, campaign_uid: campaignUid, finished_at }) => (
              <>
                <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
                  {name}
                </Link>
                <span className="small">{finished_at && format.instant(Date.parse(finished_at))}</span>
              </>
            ),
          },
          { head: t`Accepted`, isNumber: true, cell: ({ accepted }) => format.number(accepted) },
          { head: t`Opened`, isNumber: true, cell: figure((one) => one.filtered.opened) },
          { head: t`Clicked`, isNumber: true, cell: figure((one) => one.filtered.clicked) },
          { head: t`Unsubscribed`, isNumber: true, isWide: true, cell: figure((one) => one.unsubscribed) },
          { head: t`Bounced`, isNumber: true, isWide: true, cell: figure((one) => one.bounced) },
        ]}
        foot={({ pages }) => (
          <div className="row apart">
            {pages[0]?.records.length ? <p className="small">{t`Opens and clicks without machines`}</p> : null}
            {sent.hasNextPage && (
              <Button
                variant="default"
                loading={sent.isFetchingNextPage}
                onClick={() => void sent.fetchNextPage()}
              >{t`Show more`}</Button>
            )}
          </div>
        )}
      />
    </Page>
  );
}
