// A campaign that is being sent: how far it is, how fast, what is left; pause and resume.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Campaign, campaignQuery, campaignStatsQuery } from '../api/campaigns.ts';
import { answerOf, api } from '../api/client.ts';
import { useMay } from '../api/session.ts';
import { useFormat } from '../api/use-format.ts';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { Button } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { useStateName } from './states.ts';

const ASK_EVERY_MS = 1_000;
/** Time left is told from what went out in the last two minutes. */
const WINDOW_MS = 120_000;

export function Live({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const format = useFormat();
  const maySend = useMay('send');
  const stateName = useStateName()(campaign.status);
  const queryClient = useQueryClient();
  const uid = campaign.campaign_uid;
  const isPaused = campaign.status === 'paused';
  const stats = useQuery({ ...campaignStatsQuery(uid), meta: { moves: ASK_EVERY_MS } });
  const { data } = stats;
  const rate = useRate(data?.processed_count);
  useEffect(() => {
    if (data && data.campaign_status !== campaign.status)
      void queryClient.invalidateQueries({ queryKey: campaignQuery(uid).queryKey, exact: true });
  }, [data, campaign.status, queryClient, uid]);
  const toggle = useMutation({
    mutationFn: () =>
      answerOf(api.PUT('/campaigns/{campaign_uid}/pause-unpause', { params: { path: { campaign_uid: uid } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: campaignQuery(uid).queryKey }),
  });
  const audience = data?.subscribers_count ?? 0;
  const done = (data?.processed_count ?? 0) + (data?.skipped_count ?? 0);
  const left = Math.max(audience - done, 0);
  const figures = [
    [t`Accepted`, data?.delivery_success_count],
    [t`Deferred`, data?.deferred_count],
    [t`Rejected`, data?.delivery_error_count],
    [t`Skipped`, data?.skipped_count],
    [t`Left`, left],
  ] as const;
  return (
    <Page
      title={campaign.name}
      mark={<State tone={stateName.tone}>{stateName.name}</State>}
      trail={<Link to="/campaigns">{t`Campaigns`}</Link>}
      about={campaign.subject}
      actions={
        maySend && (
          <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
            {isPaused ? t`Go on sending` : t`Pause`}
          </Button>
        )
      }
    >
      <div className="stack">
        {toggle.error && <Notice tone="bad">{toggle.error.message}</Notice>}
        {stats.error && (
          <Notice tone="warn">{t`No news from the server at the moment; sending does not need this page.`}</Notice>
        )}
        {campaign.notice && <Notice tone="warn">{campaign.notice}</Notice>}
        {isPaused && (
          <Notice tone="warn">
            <Trans>Paused: {format.number(left)} left; nothing is lost.</Trans>
          </Notice>
        )}
        <section className="card pad stack close" aria-label={t`Progress`}>
          <div
            className="bar"
            role="progressbar"
            aria-label={t`Progress`}
            aria-valuemin={0}
            aria-valuemax={audience}
            aria-valuenow={done}
          >
            <i style={{ width: `${audience > 0 ? (100 * done) / audience : 0}%` }} />
          </div>
          <div className="row apart small">
            <span>{t`${format.number(done)} of ${format.number(audience)}`}</span>
            {!isPaused && rate !== undefined && rate > 0 && (
              <span>
                {t`${format.number(Math.round(rate))} a second`} ·{' '}
                <Plural value={Math.ceil(left / rate)} one="about # second left" other="about # seconds left" />
              </span>
            )}
          </div>
        </section>
        <dl className="card tiles">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <strong>{format.number(value ?? 0)}</strong>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Page>
  );
}

/** Messages a second over the last two minutes, from what the figures were. */
function useRate(count: number | undefined): number | undefined {
  const seen = useRef<{ at: number; count: number }[]>([]);
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    if (count === undefined) return;
    const at = Date.now();
    seen.current = [...seen.current.filter((point) => point.at > at - WINDOW_MS), { at, count }];
    const [first] = seen.current;
    if (first && at - first.at >= ASK_EVERY_MS) setRate(((count - first.count) * 1_000) / (at - first.at));
  }, [count]);
  return rate;
}
