// Campaigns that were sent, with what came of each, to open their reports; an A/B test is one.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { type CampaignOverview, overviewsQuery } from '../api/campaigns/campaigns.ts';
import { PeopleShare } from '../api/people-share.tsx';
import { type Part, PartName } from '../api/tested/part-name.tsx';
import { useFormat } from '../api/use-format.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { ButtonLink } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import './reports.css';
import { ShowMore } from '../kit/table/show-more.tsx';

/** A campaign, an A/B test in one, or one of its parts. */
type Row = { campaign: CampaignOverview } | { part: Part };

const rowsOf = (campaign: CampaignOverview): Row[] => [
  { campaign },
  ...(campaign.ab_test?.parts ?? []).map((part) => ({ part })),
];
const figuresOf = (row: Row) => ('part' in row ? row.part : row.campaign);

export function Reports() {
  const { t } = useLingui();
  const format = useFormat();
  const mayEdit = useMay('edit');
  const sent = useInfiniteQuery(overviewsQuery({ status: 'sent', variants: 'no' }));
  const figure = (of: (one: Part | CampaignOverview) => { people: number }) => (row: Row) => {
    const figures = figuresOf(row);
    return <PeopleShare people={of(figures).people} of={figures.accepted} />;
  };
  return (
    <Page title={t`Reports`} about={t`The results of every campaign that was sent`}>
      <RemoteTable
        label={t`Sent campaigns`}
        loading={t`Loading campaigns`}
        query={sent}
        isFlowing
        rowsOf={({ pages }) => pages.flatMap(({ records }) => records.flatMap(rowsOf))}
        keyOf={(row) => ('part' in row ? `part ${row.part.campaign_uid}` : row.campaign.campaign_uid)}
        empty={
          <Empty
            title={t`Nothing has been sent yet`}
            action={mayEdit && <ButtonLink to="/campaigns" hash="new-campaign">{t`Create a campaign`}</ButtonLink>}
          >
            {t`A report appears here as soon as a campaign goes out.`}
          </Empty>
        }
        columns={[
          {
            head: t`Campaign`,
            isName: true,
            cell: (row) => ('part' in row ? <PartName part={row.part} /> : <Name campaign={row.campaign} />),
          },
          { head: t`Accepted`, isNumber: true, cell: (row) => format.number(figuresOf(row).accepted) },
          { head: t`Opened`, isNumber: true, cell: figure((one) => one.filtered.opened) },
          { head: t`Clicked`, isNumber: true, cell: figure((one) => one.filtered.clicked) },
          { head: t`Unsubscribed`, isNumber: true, isWide: true, cell: figure((one) => one.unsubscribed) },
          { head: t`Bounced`, isNumber: true, isWide: true, cell: figure((one) => one.bounced) },
        ]}
        foot={({ pages }) => (
          <ShowMore
            pages={sent}
            note={pages[0]?.records.length ? <p className="small">{t`Opens and clicks without machines`}</p> : null}
          />
        )}
      />
    </Page>
  );
}

/** Of an A/B test without a link: its parts, which have a report each, follow. */
function Name({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, campaign_uid: campaignUid, finished_at, ab_test } = campaign;
  const finished = finished_at && format.instant(Date.parse(finished_at));
  const parts = ab_test?.parts;
  return (
    <>
      {parts ? (
        <b className="tested-name">{name}</b>
      ) : (
        <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
          {name}
        </Link>
      )}
      <span className="small">{parts ? t`A/B test, all parts together · ${finished}` : finished}</span>
    </>
  );
}
