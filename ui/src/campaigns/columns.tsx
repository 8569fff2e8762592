// The columns of the table of campaigns: a figure, and its share below it.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useStateName } from '../api/campaign-states.ts';
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import type { Counts } from '../api/campaigns/reports.ts';
import { PeopleShare } from '../api/people-share.tsx';
import { type Part, PartName } from '../api/tested/part-name.tsx';
import { useFormat } from '../api/use-format.ts';
import { NOTHING } from '../kit/format.ts';
import { Chain } from '../kit/page/chain.tsx';
import { State } from '../kit/state.tsx';
import type { Column } from '../kit/table/table.tsx';
import { Tags } from '../kit/tags.tsx';
import { RowActions } from './row-actions.tsx';
import { TestWords } from './test-words.tsx';
import { useNotice } from './use-notice.ts';

/** A campaign, an A/B test in one, or one of the parts of it. */
export type Row = CampaignOverview | Part;

/** A test that has begun is followed by its parts; before that they are in its editor. */
export const rowsOf = (campaign: CampaignOverview): Row[] => [
  campaign,
  ...(campaign.ab_test?.begun_at ? (campaign.ab_test.parts ?? []) : []),
];

const isPart = (row: Row): row is Part => !('type' in row);
export const keyOf = (row: Row) => (isPart(row) ? `part ${row.campaign_uid}` : row.campaign_uid);

export function useColumns(counts: Counts, chooseTag: (tag: string) => void): Column<Row>[] {
  const { t } = useLingui();
  const format = useFormat();
  const figure = (of: (one: Row) => { people: number; of?: number }) => (one: Row) =>
    one.accepted === 0 ? <span className="none quiet">{NOTHING}</span> : <PeopleShare of={one.accepted} {...of(one)} />;
  return [
    {
      head: t`Campaign`,
      isName: true,
      cell: (one) => (isPart(one) ? <PartName part={one} hasState /> : <Name campaign={one} chooseTag={chooseTag} />),
    },
    { head: t`Status`, cell: (one) => <Standing row={one} /> },
    {
      head: t`Audience`,
      isNumber: true,
      cell: ({ audience }) => (audience > 0 ? format.number(audience) : <span className="none quiet">{NOTHING}</span>),
    },
    {
      head: t`Accepted`,
      isNumber: true,
      isWide: true,
      cell: figure(({ accepted, audience }) => ({ people: accepted, of: audience })),
    },
    { head: t`Opened`, isNumber: true, cell: figure((one) => one[counts].opened) },
    { head: t`Clicked`, isNumber: true, cell: figure((one) => one[counts].clicked) },
    { head: t`Unsubscribed`, isNumber: true, isWide: true, cell: figure((one) => one.unsubscribed) },
    { head: t`Bounced`, isNumber: true, isWide: true, cell: figure((one) => one.bounced) },
    { head: t`When`, isWide: true, cell: (one) => (isPart(one) ? <Finished part={one} /> : <When campaign={one} />) },
    { head: t`Actions`, isActions: true, cell: (one) => (isPart(one) ? null : <RowActions campaign={one} />) },
  ];
}

type NameProps = { campaign: CampaignOverview; chooseTag: (tag: string) => void };

function Name({ campaign, chooseTag }: NameProps) {
  const { t } = useLingui();
  const { name, campaign_uid: campaignUid, list, lists_count, segment, tags } = campaign;
  const more = lists_count - 1;
  const others = more > 0 ? t`${plural(more, { one: 'and # more list', other: 'and # more lists' })}` : undefined;
  return (
    <>
      <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
        {name}
      </Link>
      <span className="small">
        {list ? <Chain parts={[list.name, segment?.name, others]} /> : t`its list was removed`}
      </span>
      <TestWords campaign={campaign} />
      <Tags tags={tags} choose={chooseTag} />
    </>
  );
}

function Standing({ row }: { row: Row }) {
  const format = useFormat();
  const { name, tone } = useStateName()(row.status);
  const notice = useNotice();
  const { audience } = row;
  const isMoving = audience > 0 && (isPart(row) ? RUNNING.includes(row.status) : row.progress !== null);
  const done = row.accepted + row.rejected + row.uncertain + row.skipped;
  return (
    <span title={isPart(row) ? undefined : notice(row)}>
      <State tone={tone}>{name}</State>
      {isMoving && <span className="small"> {format.percent(Math.floor((100 * done) / audience))}</span>}
    </span>
  );
}

const RUNNING: readonly string[] = ['processing', 'sending', 'paused'];

function Finished({ part: { finished_at } }: { part: Part }) {
  const format = useFormat();
  return finished_at && <span className="small when">{inOneLine(format.instant(Date.parse(finished_at)))}</span>;
}

/** A date has no place to break: it is as wide as its language has it, words before it go above. */
const inOneLine = (date: string) => date.replaceAll(' ', '\u00a0');

function When({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const format = useFormat();
  const { status, send_at, started_at, finished_at, updated_at, next_run_at, progress } = campaign;
  const dateOf = (at: string) => inOneLine(format.instant(Date.parse(at)));
  const words = () => {
    if (next_run_at) return t`next ${dateOf(next_run_at)}`;
    if (status === 'paused' && progress) return t`${format.number(progress.left)} left`;
    if (started_at) return dateOf(finished_at ?? started_at);
    if (status === 'pending-sending' && send_at) return dateOf(send_at);
    return t`edited ${format.since(Date.parse(updated_at))}`;
  };
  return <span className="small when">{words()}</span>;
}
