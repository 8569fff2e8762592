// How fast a campaign goes and how long it still takes, in words.
import { Plural, useLingui } from '@lingui/react/macro';
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import { useFormat } from '../api/use-format.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
/** Messages a second, below which a minute is the better unit. */
export const SLOW = 3;

export function TimeLeft({ campaign: { status, progress } }: { campaign: CampaignOverview }) {
  const rate = useRateText();
  if (!progress) return null;
  if (status === 'paused') return <Stopped left={progress.left} />;
  if (progress.per_second === 0) return null;
  return (
    <span>
      {rate(progress.per_second)}
      {progress.seconds_left !== null && progress.left > 0 && (
        <>
          {' · '}
          <Duration seconds={progress.seconds_left} />
        </>
      )}
    </span>
  );
}

function Stopped({ left }: { left: number }) {
  const { t } = useLingui();
  const format = useFormat();
  return <span>{t`${format.number(left)} left; nothing is lost`}</span>;
}

/** A rate in the unit in which it is easiest to read. */
export function useRateText(): (perSecond: number) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (perSecond) =>
    perSecond >= SLOW
      ? t`${format.number(Math.round(perSecond))} per second`
      : t`${format.number(Math.max(1, Math.round(perSecond * MINUTE_S)))} per minute`;
}

/** "about 3 minutes left" */
function Duration({ seconds }: { seconds: number }) {
  if (seconds < 90) return <Plural value={seconds} one="about # second left" other="about # seconds left" />;
  if (seconds < 90 * MINUTE_S) {
    return <Plural value={Math.round(seconds / MINUTE_S)} one="about # minute left" other="about # minutes left" />;
  }
  return <Plural value={Math.round(seconds / HOUR_S)} one="about # hour left" other="about # hours left" />;
}
