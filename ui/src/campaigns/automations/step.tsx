// One mail of a chain: when it goes, who waits for it, and what came of it.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStateName } from '../../api/campaign-states.ts';
import type { Chain, Step } from '../../api/campaigns/automations.ts';
import { Subject } from '../../api/subject.tsx';
import { useFormat } from '../../api/use-format.ts';
import { NOTHING } from '../../kit/format.ts';
import { ButtonLink } from '../../kit/parts.tsx';
import { State, type Tone } from '../../kit/state.tsx';
import { PauseButton } from '../pause-button.tsx';
import { useDelayAfter } from './words.ts';

type StepProps = {
  after: Chain['after'];
  step: Step;
  before?: Step | undefined;
  /** What stands between it and the next one. */
  children?: ReactNode;
};

export function StepItem({ after, step, before, children }: StepProps) {
  const { t } = useLingui();
  const delayAfter = useDelayAfter();
  const standing = useStanding(step);
  const { campaign, waiting } = step;
  const { campaign_uid: campaignUid, name, subject, status, has_begun: hasBegun, segment } = campaign;
  const isPausable = hasBegun && (status === 'sending' || status === 'paused');
  return (
    <li>
      <div className="chain-when">
        <h3>{delayAfter(after, step.delay)}</h3>
        {waiting && <Waiting waiting={waiting} isPaused={status === 'paused'} />}
      </div>
      <article className="chain-step" data-quiet={status === 'sent' || undefined}>
        <header>
          <div>
            <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
              {name}
            </Link>
            {subject !== '' && subject !== name && (
              <p className="small">
                <Subject subject={subject} />
              </p>
            )}
            {segment && <p className="small">{t`Only people in ${segment.name}`}</p>}
          </div>
          <div className="row">
            <State tone={standing.tone}>{standing.name}</State>
            {isPausable && <PauseButton campaign={campaign} size="xs" />}
            <ButtonLink
              to="/campaigns/$campaignUid"
              params={{ campaignUid }}
              variant="default"
              size="xs"
              aria-label={hasBegun ? t`Open: ${name}` : t`Write: ${name}`}
            >
              {hasBegun ? t`Open` : t`Write`}
            </ButtonLink>
          </div>
        </header>
        {hasBegun && <Figures campaign={campaign} before={before?.campaign} />}
      </article>
      {children && <div className="chain-between">{children}</div>}
    </li>
  );
}

/** How far it is, in the words of something that goes on by itself. */
function useStanding({ campaign, waiting }: Step): { name: string; tone: Tone } {
  const { t } = useLingui();
  const format = useFormat();
  const stateName = useStateName();
  const { status, send_at: sendAt } = campaign;
  if (status === 'sent') return { name: t`Ended`, tone: 'open' };
  const isToCome = sendAt !== null && Date.parse(sendAt) > Date.now();
  if (isToCome && waiting === null && (status === 'pending-sending' || status === 'sending')) {
    return { name: t`Starts ${format.instant(Date.parse(sendAt))}`, tone: 'planned' };
  }
  if (status === 'sending' || status === 'processing') return { name: t`Running`, tone: 'moving' };
  return stateName(status);
}

function Waiting({ waiting, isPaused }: { waiting: NonNullable<Step['waiting']>; isPaused: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const { people, in_a_day: soon, next_due_at: nextDue, is_more: isMore } = waiting;
  if (people === 0) return <p className="small">{isMore ? t`Some may be waiting` : t`No one is waiting for it`}</p>;
  const due = nextDue === null ? 0 : Date.parse(nextDue);
  const isLate = due <= Date.now();
  return (
    <p className="small">
      <b>
        {isMore
          ? t`${plural(people, { one: 'At least # person is waiting', other: 'At least # people are waiting' })}`
          : t`${plural(people, { one: '# person is waiting', other: '# people are waiting' })}`}
      </b>
      {', '}
      {isLate
        ? isPaused
          ? t`the first since ${format.instant(due)}, until it is resumed`
          : t`the next gets it now`
        : t`the next is due ${format.instant(due)}`}
      {soon > 0 && soon < people && ` · ${t`${format.number(soon)} within a day`}`}
    </p>
  );
}

type Campaign = Step['campaign'];

/** What came of it; each bar is a share of those who got it. */
function Figures({ campaign, before }: { campaign: Campaign; before: Campaign | undefined }) {
  const { t } = useLingui();
  const format = useFormat();
  const { accepted, audience, rejected, uncertain, skipped, filtered, unsubscribed } = campaign;
  const left = audience - accepted - rejected - uncertain - skipped;
  const isPart = before !== undefined && before.accepted >= accepted && before.accepted > 0;
  const got = isPart ? t`${format.share(accepted, before.accepted)} of the previous email` : undefined;
  const share = (people: number) => (accepted > 0 ? (100 * people) / accepted : 0);
  const figures = [
    { name: t`Received`, people: accepted, note: got, width: isPart ? (100 * accepted) / before.accepted : 100 },
    { name: t`Opened`, people: filtered.opened.people, tone: 'accent' },
    { name: t`Clicked`, people: filtered.clicked.people, tone: 'accent' },
    { name: t`Unsubscribed`, people: unsubscribed.people, tone: 'bad' },
  ];
  return (
    <>
      <dl className="chain-figures">
        {figures.map(({ name, people, note, width = share(people), tone }) => (
          <div key={name}>
            <dt className="small">{name}</dt>
            <dd>
              <b>{format.number(people)}</b>{' '}
              <span className="small">{name === figures[0]?.name ? (note ?? '') : shareOf(people)}</span>
            </dd>
            <dd aria-hidden="true" className="chain-bar" data-tone={tone}>
              <i style={{ width: `${accepted > 0 ? Math.min(100, width) : 0}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      {left > 0 && (
        <p className="small">{t`${plural(left, { one: '# email is on its way', other: '# emails are on their way' })}`}</p>
      )}
    </>
  );
  function shareOf(people: number): string {
    return accepted > 0 ? format.share(people, accepted) : NOTHING;
  }
}
