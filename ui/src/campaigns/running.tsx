// Campaigns that are on their way, on top of all others: how far, how fast, how long.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useStateName } from '../api/campaign-states.ts';
import { type CampaignOverview, overviewsQuery } from '../api/campaigns/campaigns.ts';
import { useFormat } from '../api/use-format.ts';
import { ProgressBar } from '../kit/figures/progress.tsx';
import { Awaited, Refused } from '../kit/notice.tsx';
import { ButtonLink } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { isCut } from './filters.ts';
import { PauseButton } from './pause-button.tsx';
import { TimeLeft } from './time-left.tsx';

const MOST = 3;

/** Those that send come first, however many are paused. */
export function RunningCampaigns() {
  const { t } = useLingui();
  const sending = useInfiniteQuery(overviewsQuery({ status: 'processing,sending', variants: 'no' }, 20));
  const paused = useInfiniteQuery(overviewsQuery({ status: 'paused', variants: 'no' }, 20));
  if (sending.isLoading || paused.isLoading) return <Awaited />;
  const failed = [sending, paused].find(({ data }) => !data);
  if (failed) return <Refused what={t`On their way`} query={failed} />;
  const [moving, halted] = [begunOf(sending), begunOf(paused)];
  const shown = [...moving, ...halted].slice(0, MOST);
  if (shown.length === 0) return null;
  const counts: Readonly<Record<string, number>> = sending.data?.pages[0]?.statuses ?? {};
  const more = (known: readonly CampaignOverview[], ...statuses: string[]) => {
    const hidden = known.filter((one) => !shown.includes(one)).length;
    // Of more than are loaded the counts tell.
    const all = statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
    return hidden === 0 ? 0 : Math.max(hidden, all - (known.length - hidden));
  };
  return (
    <section className="stack close running" aria-label={t`On their way`}>
      {shown.map((campaign) => (
        <Running key={campaign.campaign_uid} campaign={campaign} />
      ))}
      <More sending={more(moving, 'processing', 'sending')} paused={more(halted, 'paused')} isLeast={isCut(counts)} />
    </section>
  );
}

/** Those whose audience stands. */
const begunOf = ({ data }: { data: { pages: { records: CampaignOverview[] }[] } | undefined }) =>
  (data?.pages ?? []).flatMap(({ records }) => records).filter(({ progress }) => progress !== null);

/** How many campaigns are not shown, each kind a link to the table of them. `isLeast`: there may be more yet. */
function More({ sending, paused, isLeast }: { sending: number; paused: number; isLeast: boolean }) {
  const { t } = useLingui();
  if (sending <= 0 && paused <= 0) return null;
  return (
    <p className="row small">
      {sending > 0 && (
        <Link to="/campaigns" search={{ status: 'sending' }}>
          {isLeast
            ? t`More are on their way`
            : t`${plural(sending, { one: '# more is on its way', other: '# more are on their way' })}`}
        </Link>
      )}
      {paused > 0 && (
        <Link to="/campaigns" search={{ status: 'paused' }}>
          {isLeast ? t`More are paused` : t`${plural(paused, { one: '# more is paused', other: '# more are paused' })}`}
        </Link>
      )}
    </p>
  );
}

function Running({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, tone } = useStateName()(campaign.status);
  const { campaign_uid: campaignUid, audience, progress, uncertain } = campaign;
  if (!progress) return null;
  const others = [
    progress.deferred > 0 && t`${format.number(progress.deferred)} deferred`,
    progress.failed > 0 && t`${format.number(progress.failed)} rejected`,
    uncertain > 0 && t`${format.number(uncertain)} uncertain`,
  ];
  return (
    <article className="card pad stack close" aria-label={campaign.name}>
      <div className="row apart">
        <div className="row running-name">
          <State tone={tone}>{name}</State> <b>{campaign.name}</b>
        </div>
        <div className="row">
          <PauseButton campaign={campaign} size="xs" />
          <ButtonLink
            variant="default"
            size="xs"
            to="/campaigns/$campaignUid"
            params={{ campaignUid }}
            aria-label={t`Watch ${campaign.name}`}
          >
            {t`Watch`}
          </ButtonLink>
        </div>
      </div>
      <ProgressBar label={t`Progress of ${campaign.name}`} value={audience > 0 ? progress.done / audience : 0} />
      <div className="row apart small">
        <span>
          {[t`${format.number(progress.done)} of ${format.number(audience)}`, ...others].filter(Boolean).join(' · ')}
        </span>
        <TimeLeft campaign={campaign} />
      </div>
    </article>
  );
}
