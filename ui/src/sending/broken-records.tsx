// What stays on the screen until it is mended: DNS records of sending domains that broke.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type BrokenRecord, brokenRecordsQuery } from '../api/campaigns/sending.ts';
import { useFormat } from '../api/use-format.ts';
import { instantOfUtc } from '../kit/format.ts';
import { Awaited, Notice, Refused } from '../kit/notice.tsx';
import './domain.css';

/** Domains that are named at most. */
const SHOWN = 3;

export function BrokenRecords() {
  const { t } = useLingui();
  const query = useQuery(brokenRecordsQuery);
  const { data: records = [], isLoading } = query;
  const uids = [...new Set(records.map(({ domain_uid }) => domain_uid))];
  if (isLoading) return <Awaited />;
  if (!query.data) return <Refused what={t`DNS records`} query={query} />;
  if (uids.length === 0) return null;
  const more = uids.length - SHOWN;
  return (
    <div className="broken-records">
      <Notice tone="bad" isStanding>
        <strong>
          {t`${plural(records.length, { one: 'A DNS record is broken:', other: '# DNS records are broken:' })}`}{' '}
          {t`receivers may distrust or refuse your mail.`}
        </strong>
        <ul>
          {uids.slice(0, SHOWN).map((uid) => (
            <BrokenDomain key={uid} records={records.filter(({ domain_uid }) => domain_uid === uid)} />
          ))}
          {more > 0 && <li>{t`${plural(more, { one: 'and # more domain', other: 'and # more domains' })}`}</li>}
        </ul>
      </Notice>
    </div>
  );
}

function BrokenDomain({ records }: { records: readonly BrokenRecord[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const [first] = records;
  if (!first) return null;
  const kinds = [...new Set(records.map(({ purpose }) => purpose.toUpperCase()))].join(', ');
  const since = format.instant(Math.min(...records.map((one) => instantOfUtc(one.since))));
  return (
    <li>
      <Link to="/deliverability/domains/$domainUid" params={{ domainUid: first.domain_uid }}>
        {first.domain}
      </Link>{' '}
      <span>{t`${kinds}, since ${since}`}</span>
    </li>
  );
}
