// The DNS records of a sending domain: to copy, and looked up again.
import { useLingui } from '@lingui/react/macro';
import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { brokenRecordsQuery, domainQuery, domainsQuery, type SendingDomain } from '../api/campaigns/sending.ts';
import { answerOf, api } from '../api/client.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import { useFormat } from '../api/use-format.ts';
import { Copyable } from '../kit/copy-button.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Loading, Notice, Refused } from '../kit/notice.tsx';
import { Button } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { useDnsState } from './dns-states.ts';
import './domain.css';
import { MINUTE_MS } from '../kit/local-time.ts';

/** Whether it is less than a minute since somebody looked. */
export const isLately = (checked: string) => Date.now() - instantOfUtc(checked) < MINUTE_MS;

export function DomainRecords({ domainUid }: { domainUid: string }) {
  const { t } = useLingui();
  const mayCheck = useMay('own');
  const queryClient = useQueryClient();
  const query = domainQuery(domainUid);
  const format = useFormat();
  const asked = useQuery(query);
  const { data } = asked;
  const check = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/sending-domains/{domain_uid}/check', { params: { path: { domain_uid: domainUid } } })),
    onSuccess: ({ data: { record } }) => {
      queryClient.setQueryData(query.queryKey, record);
      for (const { queryKey } of [domainsQuery, brokenRecordsQuery, checklistQuery])
        void queryClient.invalidateQueries({
          queryKey,
          predicate: (other) => other.queryHash !== hashKey(query.queryKey),
        });
    },
  });
  if (!data && asked.error) return <Refused query={asked} />;
  if (!data) return <Loading label={t`Loading the records`} />;
  return (
    <div className="stack dns-records">
      <p className="quiet">{t`Publish these records where the domain's DNS is managed, then check. It can take an hour until they are visible everywhere.`}</p>
      <div className="row apart">
        <span className="small">
          {data.date_checked === null
            ? t`Not checked yet. The server checks every few hours.`
            : isLately(data.date_checked)
              ? t`Checked just now. The server checks every few hours.`
              : t`Checked ${format.since(instantOfUtc(data.date_checked))}. The server checks every few hours.`}
        </span>
        {mayCheck ? (
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {t`Check DNS now`}
          </Button>
        ) : (
          <span className="small">{t`Owners can check right away.`}</span>
        )}
      </div>
      {check.error && <Notice tone="bad">{check.error.message}</Notice>}
      {data.records.map((record) => (
        <Record key={`${record.purpose} ${record.name}`} record={record} called={calledOf(record, data.records)} />
      ))}
    </div>
  );
}

type DnsRecord = SendingDomain['records'][number];

/** What copies a record is called by its kind; each of several, as two keys for DKIM, by its selector too. */
function calledOf({ purpose, name }: DnsRecord, all: readonly DnsRecord[]): string {
  const kind = purpose.toUpperCase();
  return all.filter((one) => one.purpose === purpose).length > 1 ? `${kind} ${name.split('.')[0]}` : kind;
}

function Record({ record, called }: { record: DnsRecord; called: string }) {
  const { purpose, name, value, status, message, sentences, lately, standing } = record;
  const { t } = useLingui();
  const format = useFormat();
  const said = useSentences();
  const state = useDnsState()(status);
  const since = standing?.state === 'broken' ? format.instant(instantOfUtc(standing.since)) : undefined;
  /** Of SPF and DMARC what stood there while it was right, as the value is a suggestion. */
  const known = since !== undefined && purpose !== 'dkim' ? standing?.was : undefined;
  const last = lately && format.since(instantOfUtc(lately.date));
  const kind = purpose.toUpperCase();
  return (
    <section className="stack close" aria-label={`${kind} ${name}`}>
      <div className="row apart">
        <h3>{`${kind} · TXT`}</h3>
        <State tone={state.tone}>{state.name}</State>
      </div>
      <div className="dns-parts">
        <span className="small">{t`Name`}</span>
        <Copyable text={name} of={t`the name of the ${called} record`} />
        <span className="small">{t`Value`}</span>
        <Copyable text={known || value} of={t`the value of the ${called} record`} />
      </div>
      {status !== 'good' && status !== 'unchecked' && <p className="small breaking">{said(sentences, message)}</p>}
      {since !== undefined && <p className="small">{t`It was correct before, and has been broken since ${since}.`}</p>}
      {lately?.status === 'unknown' && (
        <p className="small">{t`DNS did not answer ${last}. What you see here was found before that.`}</p>
      )}
      {lately && lately.status !== 'unknown' && (
        <p className="small">{t`The last check, ${last}, found it incorrect. A second check has to confirm that before it counts.`}</p>
      )}
    </section>
  );
}
