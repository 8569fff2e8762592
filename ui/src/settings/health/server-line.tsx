// The server in a line, for who runs it: backups, disk, queue, and what fails.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Finding, glanceQuery } from '../../api/accounts/examination.ts';
import { installationQuery } from '../../api/accounts/profile.ts';
import { useMay } from '../../api/accounts/session.ts';
import { webhooksQuery } from '../../api/accounts/webhooks.ts';
import { type Queue, queueQuery } from '../../api/campaigns/deliverability.ts';
import { useFormat } from '../../api/use-format.ts';
import { Awaited, Refused } from '../../kit/notice.tsx';
import { State, type Tone } from '../../kit/state.tsx';
import { useSizeOf } from './finding-texts.ts';
import './health.css';

const TONES: Readonly<Record<Finding['state'], Tone>> = { good: 'good', warning: 'held', wrong: 'bad' };

const LOOK_EVERY_MS = 30_000;
/** A server that has just begun has nobody who sends for a moment. */
const LOOK_SOON_MS = 3_000;

const isUnserved = (queue: Queue | undefined) => queue !== undefined && (queue.workers === 0 || queue.clock === 'no');

export function ServerLine() {
  return useMay('operate') ? <Line /> : null;
}

function Line() {
  const { t } = useLingui();
  const isOwner = useMay('own');
  const glance = useQuery(glanceQuery);
  const queue = useQuery({
    ...queueQuery,
    refetchInterval: ({ state }) => (isUnserved(state.data) ? LOOK_SOON_MS : LOOK_EVERY_MS),
  });
  const installation = useQuery(installationQuery);
  const webhooks = useQuery({ ...webhooksQuery, enabled: isOwner });
  const parts = [glance, queue, installation, webhooks];
  if (parts.some(({ isLoading }) => isLoading)) return <Awaited />;
  const refused = parts.filter(({ data, error }) => data === undefined && error !== null);
  const refetch = () => Promise.all(refused.map((one) => one.refetch()));
  const failing = (webhooks.data ?? []).filter((one) => one.failing_since !== null || one.off_reason !== null).length;
  return (
    <>
      {refused[0] && <Refused what={t`Server`} query={{ ...refused[0], refetch }} />}
      {parts.some(({ data }) => data !== undefined) && (
        <section className="server-line" aria-label={t`Server`}>
          <ul>
            {(glance.data ?? []).map((finding) => (
              <Found key={finding.code} finding={finding} />
            ))}
            {queue.data && <Sending queue={queue.data} />}
            {failing > 0 && (
              <li>
                <Link to="/settings/webhooks">
                  <State tone="held">{t`${plural(failing, { one: '# webhook failing', other: '# webhooks failing' })}`}</State>
                </Link>
              </li>
            )}
          </ul>
          {installation.data && <span className="small">{t`Version ${installation.data.version}`}</span>}
        </section>
      )}
    </>
  );
}

/** Disk or backup. */
function Found({ finding }: { finding: Finding }) {
  const { t } = useLingui();
  const format = useFormat();
  const sizeOf = useSizeOf();
  const { code, state, values } = finding;
  const since = values['at'] === undefined ? '' : format.since(Date.parse(String(values['at'])));
  const size = values['mb'] === undefined ? '' : sizeOf(Number(values['mb']));
  const texts: Readonly<Record<string, string>> = {
    'backup-good': t`Backup: ${since}`,
    'backup-late': t`Last backup: ${since}`,
    'backup-none': t`No known backup`,
    'backup-failed': t`Backup failed ${since}`,
    'disk-has-room': t`${size} disk space left`,
    'disk-scarce': t`Only ${size} disk space left`,
    'disk-full': t`Disk full: ${size} left`,
  };
  return (
    <li>
      <Link to="/settings/health">
        <State tone={TONES[state]}>{texts[code] ?? finding.text}</State>
      </Link>
    </li>
  );
}

/** What waits, and whether anybody sends it. */
function Sending({ queue }: { queue: Queue }) {
  const { t } = useLingui();
  const format = useFormat();
  const { waiting, workers, clock, lanes } = queue;
  const n = format.number(waiting);
  const unreached = [...new Set(lanes.filter(({ reached }) => reached === 'no').map(({ relay }) => relay))];
  const faults = [
    ...(workers === 0 ? [t`Nothing is being sent`] : []),
    ...(clock === 'no' ? [t`Nothing scheduled starts`] : []),
    ...unreached.map((relay) => t`${relay} cannot be reached`),
  ];
  return (
    <>
      <li>
        <Link to="/deliverability/queue">
          <State tone={waiting > 0 ? 'moving' : 'good'}>
            {waiting > 0
              ? t`${plural(waiting, { one: '# message waiting', other: `${n} messages waiting` })}`
              : t`No messages waiting`}
          </State>
        </Link>
      </li>
      {faults.map((fault) => (
        <li key={fault}>
          <Link to="/deliverability/queue">
            <State tone="bad">{fault}</State>
          </Link>
        </li>
      ))}
    </>
  );
}
