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
import { PauseButton } from './pause-button.tsx';
import { TimeLeft } from './time-left.tsx';

const MOST = 3;

export function RunningCampaigns() {
  const { t } = useLingui();
  const query = useInfiniteQuery(overviewsQuery({ status: 'processing,sending,paused', variants: 'no' }, 20));
  const { data, isLoading } = query;
  const running = (data?.pages ?? []).flatMap(({ records }) => records).filter(({ progress }) => progress !== null);
  if (isLoading) return <Awaited />;
  if (!data) return <Refused what={t`On their way`} query={query} />;
  if (running.length === 0) return null;
  return (
    <section className="stack close running" aria-label={t`On their way`}>
      {running.slice(0, MOST).map((campaign) => (
        <Running key={campaign.campaign_uid} campaign={campaign} />
      ))}
      {running.length > MOST && (
        <p className="small">
          <Link to="/campaigns" search={{ status: 'sending' }}>
            {t`${plural(running.length - MOST, { one: '# more is on its way', other: '# more are on their way' })}`}
          </Link>
        </p>
      )}
    </section>
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
