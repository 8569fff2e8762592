// The A/B test that a campaign belongs to, beside its report: the variants side by side, who leads
// and whether that can be said, and what goes to the rest.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { type AbTest, abTestQuery, canEnd, leaderOf, type Variant } from '../api/campaigns/ab-tests.ts';
import type { Campaign } from '../api/campaigns/campaigns.ts';
import { Subject } from '../api/subject.tsx';
import { useFormat } from '../api/use-format.ts';
import { Loading, Notice } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { State } from '../kit/state.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import './ab-tests.css';
import { EndTest } from './end-test.tsx';
import { PauseOthers } from './pause-others.tsx';
import { SendWinner } from './send-winner.tsx';

export function AbTestPanel({ campaign, firstUid }: { campaign: Campaign; firstUid: string }) {
  const { t } = useLingui();
  const { data: test, error } = useQuery(abTestQuery(firstUid));
  return (
    <Card title={t`A/B test`} pad={false}>
      {error && (
        <div className="pad">
          <Notice tone="bad">{error.message}</Notice>
        </div>
      )}
      {!test && !error && <Loading label={t`Loading the A/B test`} lines={2} />}
      {test && <Results test={test} campaign={campaign} />}
    </Card>
  );
}

function Results({ test, campaign }: { test: AbTest; campaign: Campaign }) {
  const { t } = useLingui();
  const columns = useColumns(test, campaign);
  const rows: Row[] = [...test.variants, ...(test.rest ? [REST] : []), ...(test.begun_at === null ? [] : [TOGETHER])];
  return (
    <>
      <div className="ab-test">
        <Table
          label={t`Variants`}
          isFlowing
          rows={rows}
          keyOf={(row) => (typeof row === 'string' ? row : row.campaign_uid)}
          columns={columns}
        />
      </div>
      <div className="pad ab-test-words">
        <Words test={test} campaign={campaign} />
      </div>
    </>
  );
}

/** Below the variants: what the winner came to in the rest, and all of it. */
const REST = 'rest' as const;
const TOGETHER = 'together' as const;
type Row = Variant | typeof REST | typeof TOGETHER;

function useColumns(test: AbTest, campaign: Campaign): Column<Row>[] {
  const { t } = useLingui();
  const format = useFormat();
  const maySend = useMay('send');
  const leader = leaderOf(test);
  const isOpen = test.begun_at !== null && test.decided_at === null;
  const share = (count: number, accepted: number) => (
    <>
      {format.share(count, accepted)} <span className="small">{format.number(count)}</span>
    </>
  );
  const figures = (row: Row) => (row === REST ? (test.rest ?? test.together) : row === TOGETHER ? test.together : row);
  const acting = (did: 'opened' | 'clicked') => (row: Row) => share(figures(row)[did], figures(row).accepted);
  return [
    {
      head: t`Variant`,
      isName: true,
      cell: (row) =>
        typeof row === 'string' ? (
          <Sum row={row} test={test} campaign={campaign} />
        ) : (
          <Name variant={row} campaign={campaign} />
        ),
    },
    { head: t`Accepted`, isNumber: true, cell: (row) => format.number(figures(row).accepted) },
    { head: t`Opened`, isNumber: true, cell: acting('opened') },
    { head: t`Clicked`, isNumber: true, cell: acting('clicked') },
    {
      head: t`Result`,
      cell: (row) =>
        typeof row === 'string' ? null : <Standing test={test} isLeader={row === leader} variant={row} />,
    },
    ...(isOpen && maySend
      ? [
          {
            head: t`Actions`,
            isActions: true,
            cell: (row: Row) =>
              typeof row === 'string' ? null : <SendWinner test={test} variant={row} campaign={campaign} />,
          },
        ]
      : []),
  ];
}

function Name({ variant, campaign }: { variant: Variant; campaign: Campaign }) {
  const { t } = useLingui();
  const { letter, subject, campaign_uid: campaignUid, from_name } = variant;
  const isShown = campaignUid === campaign.campaign_uid;
  return (
    <span className="ab-test-name">
      <b>{letter}</b>
      <span>
        {isShown ? (
          <span className="subject">
            <Subject subject={subject} />
          </span>
        ) : (
          <Link to="/campaigns/$campaignUid" params={{ campaignUid }} className="subject">
            <Subject subject={subject} />
          </Link>
        )}
        <span className="small">{isShown ? t`${from_name} · this campaign` : from_name}</span>
      </span>
    </span>
  );
}

function Sum({ row, test, campaign }: { row: typeof REST | typeof TOGETHER; test: AbTest; campaign: Campaign }) {
  const { t } = useLingui();
  const uid = test.rest_uid;
  if (row === TOGETHER) return <b className="ab-test-sum">{t`Total`}</b>;
  const isLink = uid !== null && uid !== campaign.campaign_uid;
  return (
    <span className="ab-test-sum">
      {isLink ? (
        <Link to="/campaigns/$campaignUid" params={{ campaignUid: uid }}>{t`The campaign for the rest`}</Link>
      ) : (
        t`The rest · this campaign`
      )}
    </span>
  );
}

function Standing({ test, variant, isLeader }: { test: AbTest; variant: Variant; isLeader: boolean }) {
  const { t } = useLingui();
  if (test.winner_uid === variant.campaign_uid) return <State tone="good">{t`Winner`}</State>;
  if (test.decided_at !== null || !isLeader) return null;
  return test.is_clear ? <State tone="good">{t`Clearly leading`}</State> : <State tone="open">{t`Leading`}</State>;
}

/** How sure it is, and what happens or happened with the rest. */
function Words({ test, campaign }: { test: AbTest; campaign: Campaign }) {
  const { t } = useLingui();
  const maySend = useMay('send');
  const rest = test.rest_uid;
  return (
    <>
      <p>
        <Sure test={test} /> <Decision test={test} />
        {rest !== null && rest === campaign.campaign_uid && ` ${t`This campaign sent it there.`}`}
      </p>
      {canEnd(test) && maySend && (
        <div className="row">
          <PauseOthers test={test} />
          <EndTest test={test} />
        </div>
      )}
      <p className="small">{t`Percentages are of the accepted emails. Machines do not count.`}</p>
    </>
  );
}

function Sure({ test }: { test: AbTest }) {
  const { t } = useLingui();
  const leader = leaderOf(test);
  const isEnded = test.decided_at !== null && test.winner_uid === null;
  if (isEnded) return null;
  if (!leader && test.decided_at === null) return <b>{t`No variant is ahead yet.`}</b>;
  if (!test.is_clear) return <b>{t`Too few to tell: the difference may be chance.`}</b>;
  return t`The difference is larger than chance explains.`;
}

function Decision({ test }: { test: AbTest }) {
  const { t } = useLingui();
  const format = useFormat();
  const { decided_at, decides_at, begun_at, winner_uid, rest_uid, decided_by, found_by, variants } = test;
  const at = (text: string) => format.instant(Date.parse(text));
  if (decided_at !== null) {
    const winner = variants.find(({ campaign_uid }) => campaign_uid === winner_uid)?.letter;
    if (winner === undefined) return t`The test was ended on ${at(decided_at)} without a winner.`;
    const how = {
      opens: t`${winner} won by opens on ${at(decided_at)}.`,
      clicks: t`${winner} won by clicks on ${at(decided_at)}.`,
      hand: t`${winner} was chosen by hand on ${at(decided_at)}.`,
    }[found_by ?? 'hand'];
    return `${how} ${rest_uid === null ? t`No one was left to get it.` : t`It was sent to the rest.`}`;
  }
  if (begun_at === null) return t`It has not started yet.`;
  if (decides_at === null) return t`The winner is chosen by hand: choose the variant to send to the rest.`;
  return decided_by === 'clicks'
    ? t`On ${at(decides_at)}, the variant that more people clicked is sent to the rest automatically.`
    : t`On ${at(decides_at)}, the variant that more people opened is sent to the rest automatically.`;
}
