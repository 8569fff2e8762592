// The next runs of a recurring campaign, and on whose clocks.
import { useLingui } from '@lingui/react/macro';
import { useLocale } from '../api/use-format.ts';
import './campaigns.css';

type NextRunsProps = {
  /** On the clock of the customer, as the API writes them. */
  runs: readonly string[];
  /** That each recipient gets them at their own time, and by which field. */
  own: { field: string | null } | null | undefined;
};

export function NextRunsList({ runs, own }: NextRunsProps) {
  const { t } = useLingui();
  const inWords = useRunTime();
  return (
    <>
      {own && (
        <p className="small">
          {own.field === null
            ? t`Within a day after that, at the hour of each recipient’s last open.`
            : t`In each recipient’s time zone.`}
        </p>
      )}
      <ol className="runs" aria-label={t`Next runs`}>
        {runs.map((run) => (
          <li key={run}>{inWords(run)}</li>
        ))}
      </ol>
    </>
  );
}

/** The time of a run in words; it is one of the customer's clock, and shown as it is. */
export function useRunTime(): (time: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return (time) => format.format(new Date(`${time.replace(' ', 'T')}Z`));
}
