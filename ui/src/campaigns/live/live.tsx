// A campaign that is being sent: how far it is, how fast, who takes it, what waits and why.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Campaign, type CampaignOverview, overviewQuery } from '../../api/campaigns/campaigns.ts';
import { useSentences } from '../../api/sentences/use-sentences.ts';
import type { Sentence } from '../../api/sentences/words.ts';
import { Subject } from '../../api/subject.tsx';
import { useFormat } from '../../api/use-format.ts';
import { ProgressBar } from '../../kit/figures/progress.tsx';
import { Tiles } from '../../kit/figures/tiles.tsx';
import { Awaited, Loading, Notice, Refused } from '../../kit/notice.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ButtonLink } from '../../kit/parts.tsx';
import { State } from '../../kit/state.tsx';
import '../campaigns.css';
import { useStateName } from '../../api/campaign-states.ts';
import { PauseButton } from '../pause-button.tsx';
import { TimeLeft } from '../time-left.tsx';
import { useNotice } from '../use-notice.ts';
import { Closed } from './closed.tsx';
import { EditButton } from './edit-button.tsx';
import { EndButton } from './end-button.tsx';
import { Held } from './held.tsx';
import { HoursButton } from './hours.tsx';
import { OwnTimes, WaitsForTimes } from './own-times.tsx';
import { PaceCard } from './pace.tsx';
import { deliveryQuery } from './queries.ts';
import { Receivers } from './receivers.tsx';
import { Runs } from './runs.tsx';
import { Slowed } from './slowed.tsx';

/** `test`: the A/B test that it belongs to, as a part of the page. */
export function Live({ campaign, test }: { campaign: Campaign; test: ReactNode }) {
  const { t } = useLingui();
  const uid = campaign.campaign_uid;
  const query = useQuery(overviewQuery(uid));
  const { data: now, error } = query;
  const status = now?.status ?? campaign.status;
  const { name, tone } = useStateName()(status);
  const isResponder = campaign.type === 'autoresponder';
  const isTested = campaign.tested_campaign_uid !== undefined; // its parts are ended and changed together
  return (
    <Page
      title={campaign.name}
      mark={<State tone={tone}>{name}</State>}
      trail={<Link to="/campaigns">{t`Campaigns`}</Link>}
      about={
        <>
          <bdi>{campaign.list.name}</bdi> · <Subject subject={campaign.subject} />
        </>
      }
      actions={
        <>
          {now && now.accepted > 0 && !now.is_recurring && (
            <ButtonLink
              variant="default"
              to="/campaigns/$campaignUid"
              params={{ campaignUid: uid }}
              search={{ view: 'report' }}
            >
              {t`Report`}
            </ButtonLink>
          )}
          {status === 'paused' && !isTested && now && <EndButton campaign={now} />}
          {!isTested && now && (
            <EditButton campaignUid={uid} status={status} isLasting={isResponder || now.is_recurring} />
          )}
          <HoursButton campaignUid={uid} />
          <PauseButton campaign={{ campaign_uid: uid, name: campaign.name, status }} />
        </>
      }
    >
      {!now && !error && <Loading label={t`Loading`} />}
      <Refused query={query} />
      {now && (now.is_recurring ? <Runs campaign={now} /> : <Going campaign={now} test={test} />)}
    </Page>
  );
}

function Going({ campaign, test }: { campaign: CampaignOverview; test: ReactNode }) {
  const { t } = useLingui();
  const format = useFormat();
  const uid = campaign.campaign_uid;
  const { data: delivery, isLoading } = useQuery(deliveryQuery(uid));
  const { window_opens_at: opensAt = null, sending_window: window, recipient_times: later } = delivery ?? {};
  const { audience, accepted, rejected, skipped, uncertain, progress } = campaign;
  const left = progress?.left ?? Math.max(0, audience - accepted - rejected - skipped - uncertain);
  const share = (part: number) => (part > 0 ? format.share(part, audience) : undefined);
  const deferred = progress?.deferred ?? 0;
  return (
    <div className="stack">
      {isLoading && <Awaited />}
      {opensAt !== null && window ? (
        <Closed campaignUid={uid} opensAt={opensAt} timeZone={window.time_zone} />
      ) : later?.is_all && campaign.status === 'sending' ? (
        <WaitsForTimes campaignUid={uid} {...later} />
      ) : (
        <Waiting campaign={campaign} left={left} delivery={delivery} />
      )}
      {progress && (
        <section className="card pad stack close" aria-label={t`Progress`}>
          <ProgressBar label={t`Progress`} value={audience > 0 ? progress.done / audience : 0} />
          <div className="row apart small">
            <span>{t`${format.number(progress.done)} of ${format.number(audience)}`}</span>
            <TimeLeft campaign={campaign} />
          </div>
        </section>
      )}
      <Tiles
        label={t`Messages`}
        tiles={[
          { name: t`Accepted`, value: format.number(accepted), note: share(accepted) },
          {
            name: t`Deferred`,
            value: format.number(deferred),
            note: deferred > 0 && t`still left; tried again later`,
          },
          { name: t`Rejected`, value: format.number(rejected), note: share(rejected) },
          { name: t`Skipped`, value: format.number(skipped), note: share(skipped) },
          { name: t`Uncertain`, value: format.number(uncertain), note: uncertain > 0 && t`held, see below` },
          { name: t`Left`, value: format.number(left), note: share(left) },
        ]}
      />
      {uncertain > 0 && <Held campaignUid={uid} count={uncertain} />}
      {test}
      <div className="split">
        <div className="stack">
          {later && <OwnTimes times={later} />}
          <PaceCard campaignUid={uid} now={progress?.per_second ?? 0} />
          <Receivers campaignUid={uid} />
        </div>
        <Slowed campaignUid={uid} />
      </div>
    </div>
  );
}

type WaitingProps = {
  campaign: CampaignOverview;
  left: number;
  delivery: { waits: string | null; sentences: readonly Sentence[] } | undefined;
};

/** Why nothing goes out at the moment, if so. */
function Waiting({ campaign, left, delivery }: WaitingProps) {
  const { status } = campaign;
  const said = useSentences();
  const notice = useNotice()(campaign);
  const { t } = useLingui();
  const format = useFormat();
  if (status === 'paused') {
    return (
      <Notice tone="warn">
        {campaign.type === 'autoresponder' ? (
          <Trans>
            <b>Paused.</b> People who become due meanwhile get it once it is resumed. People who already have it do not
            get it again.
          </Trans>
        ) : (
          <Trans>
            <b>Paused.</b> {format.number(left)} left. Nothing is lost: people who already have it do not get it again.
          </Trans>
        )}
        {notice && <p className="small">{notice}</p>}
      </Notice>
    );
  }
  if (status === 'processing')
    return <Notice>{t`The audience is being determined; the first emails are already going out.`}</Notice>;
  const words = delivery?.waits ? said(delivery.sentences, delivery.waits) : notice;
  return words ? <Notice tone="warn">{words}</Notice> : null;
}
