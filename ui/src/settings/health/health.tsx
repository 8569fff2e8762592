// Whether the installation is well: what was found, what to do about it, and looking again.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  AT_A_GLANCE,
  EXAMINATION_PATH,
  type ExaminedCheck,
  examinationQuery,
  useExamine,
} from '../../api/accounts/examination.ts';
import { useMay } from '../../api/accounts/session.ts';
import { useFormat } from '../../api/use-format.ts';
import { Empty, Loading, Notice, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Button, FileLink } from '../../kit/parts.tsx';
import { CheckRow } from './check-row.tsx';
import './health.css';

export function Health() {
  const { t } = useLingui();
  if (!useMay('operate')) return <Notice>{t`This is only for operators of the installation.`}</Notice>;
  return <Examination />;
}

function Examination() {
  const { t } = useLingui();
  const query = useQuery(examinationQuery);
  const checks = query.data;
  const { running, fault, start } = useExamine();
  if (!checks && query.error) return <Refused query={query} />;
  if (!checks) return <Loading label={t`Loading the findings`} lines={9} />;
  const examineAll = () => start(checks.map(({ check }) => check));
  // The first screen looks at some by itself.
  const asked = checks.filter(({ check }) => !AT_A_GLANCE.includes(check));
  const isNew = running.size === 0 && asked.every(({ examined_at }) => examined_at === null);
  if (isNew) {
    return (
      <Empty title={t`Nothing has been checked yet`} action={<Button onClick={examineAll}>{t`Check now`}</Button>}>
        {t`Checks the database, disk, clock, relays, DNS and public address, and says what is wrong and what to do. No messages are sent.`}
      </Empty>
    );
  }
  return (
    <div className="stack">
      <div className="row apart">
        <Standing checks={checks} left={running.size} />
        <div className="row">
          <FileLink variant="default" href={EXAMINATION_PATH} download="mailwright-examination.json">
            {t`Download JSON`}
          </FileLink>
          <Button loading={running.size > 0} onClick={examineAll}>{t`Check again`}</Button>
        </div>
      </div>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <Card pad={false}>
        <ul className="health-checks" aria-label={t`Findings`}>
          {checks.map((examined) => (
            <CheckRow key={examined.check} examined={examined} isRunning={running.has(examined.check)} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** How it stands in a sentence, and of when that is. */
function Standing({ checks, left }: { checks: readonly ExaminedCheck[]; left: number }) {
  const { t } = useLingui();
  const format = useFormat();
  const findings = checks.flatMap((examined) => examined.findings);
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  const times = checks.flatMap(({ examined_at }) => (examined_at === null ? [] : [Date.parse(examined_at)]));
  const done = checks.length - left;
  const all = checks.length;
  const counts = [
    ...(wrong > 0 ? [t`${plural(wrong, { one: '# problem', other: '# problems' })}`] : []),
    ...(warnings > 0 ? [t`${plural(warnings, { one: '# warning', other: '# warnings' })}`] : []),
  ];
  const last = times.length === 0 ? '' : format.instant(Math.max(...times));
  return (
    <div role="status">
      <h2>{left > 0 ? t`Checking: ${done} of ${all} done` : counts.length > 0 ? counts.join(', ') : t`All is well`}</h2>
      {last !== '' && <p className="small">{t`Last checked ${last}`}</p>}
    </div>
  );
}
