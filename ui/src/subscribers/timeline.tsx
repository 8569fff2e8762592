// What happened to one person, newest first, over all lists and campaigns.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Happening, timelineQuery } from '../api/lists/people.ts';
import { useFormat } from '../api/use-format.ts';
import { Empty, Loading, Refused } from '../kit/notice.tsx';
import { Chain } from '../kit/page/chain.tsx';
import { Card } from '../kit/page/page.tsx';
import { State, type Tone } from '../kit/state.tsx';
import { useSkippedWords, useSuppressionWords } from './why/suppression-words.ts';
import './subscribers.css';
import { ShowMore } from '../kit/table/show-more.tsx';

const TONES: Readonly<Record<Happening['kind'], Tone>> = {
  joined: 'open',
  confirmed: 'good',
  unsubscribed: 'held',
  changed: 'open',
  suppressed: 'bad',
  accepted: 'good',
  rejected: 'bad',
  uncertain: 'held',
  skipped: 'open',
  opened: 'moving',
  clicked: 'moving',
  bounced: 'bad',
  complained: 'bad',
};

export function Timeline({ subscriberUid }: { subscriberUid: string }) {
  const { t } = useLingui();
  const timeline = useInfiniteQuery(timelineQuery(subscriberUid));
  const format = useFormat();
  const removedUntil = timeline.data?.pages[0]?.removed_until;
  const removedDay = removedUntil && format.day(Date.parse(removedUntil));
  const all = timeline.data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <Card title={t`Activity`} pad={false}>
      <Refused query={timeline} />
      {timeline.isPending && <Loading label={t`Loading activity`} />}
      {timeline.isSuccess && all.length === 0 && <Empty title={t`No activity yet`} />}
      <ol className="timeline">
        {all.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing that happened changes
          <Entry key={at} happening={one} />
        ))}
      </ol>
      {removedDay && !timeline.hasNextPage && (
        <p className="pad small">
          {t`Emails, opens and clicks from older campaigns, the last of which finished on ${removedDay}, are no longer kept.`}
        </p>
      )}
      {timeline.hasNextPage && (
        <div className="pad">
          <ShowMore pages={timeline} />
        </div>
      )}
    </Card>
  );
}

function Entry({ happening }: { happening: Happening }) {
  const { t } = useLingui();
  const format = useFormat();
  const { kind, at, list, campaign, ip_address, client, machine, link, message } = happening;
  const skipped = useSkippedWords();
  const reasons = useSuppressionWords();
  const names: Record<Happening['kind'], string> = {
    joined: t`Joined`,
    confirmed: t`Confirmed`,
    unsubscribed: t`Unsubscribed`,
    changed: t`Changed`,
    suppressed: t`Added to the suppression list`,
    accepted: t`Delivered to their mail server`,
    rejected: t`Refused by their mail server`,
    uncertain: t`Unclear whether it arrived`,
    skipped: t`Not sent to them`,
    opened: t`Opened`,
    clicked: t`Clicked`,
    bounced: t`Bounced`,
    complained: t`Reported as spam`,
  };
  const sources: Record<string, string> = {
    web: t`via a form`,
    api: t`via the API or by hand`,
    import: t`via an import`,
  };
  const known = kind === 'joined' ? sources : kind === 'skipped' ? skipped : {};
  // Of an entry of the suppression list its reason, and what led to it.
  const [, reason = '', rest = ''] = (kind === 'suppressed' && /^([a-z-]+)(: .*)?$/s.exec(message ?? '')) || [];
  const why = reasons[reason];
  const words = why !== undefined ? why + rest : message === null ? null : (known[message] ?? message);
  const details = [words, link, client, ip_address && t`from ${ip_address}`, machine && t`by a machine`];
  return (
    <li>
      <time dateTime={at}>{format.instant(Date.parse(at))}</time>
      <div>
        <p>
          <State tone={TONES[kind]}>{names[kind]}</State>{' '}
          {campaign && (
            <Link to="/campaigns/$campaignUid" params={{ campaignUid: campaign.campaign_uid }}>
              {campaign.name}
            </Link>
          )}
          {list && <bdi>{list.name}</bdi>}
        </p>
        {details.some(Boolean) && (
          <p className="small">
            <Chain parts={details} />
          </p>
        )}
      </div>
    </li>
  );
}
