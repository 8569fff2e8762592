// The DNS records of a sending domain: to copy, and looked up again.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { domainQuery, domainsQuery, type SendingDomain } from '../api/campaigns/sending.ts';
import { answerOf, api } from '../api/client.ts';
import { Copyable } from '../kit/copy-button.tsx';
import { Loading, Notice } from '../kit/notice.tsx';
import { Button } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { useDnsState } from './dns-states.ts';

export function DomainRecords({ domainUid }: { domainUid: string }) {
  const { t } = useLingui();
  const mayCheck = useMay('own');
  const queryClient = useQueryClient();
  const query = domainQuery(domainUid);
  const { data, error } = useQuery(query);
  const check = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/sending-domains/{domain_uid}/check', { params: { path: { domain_uid: domainUid } } })),
    onSuccess: ({ data: { record } }) => {
      queryClient.setQueryData(query.queryKey, record);
      void queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey, exact: true });
      void queryClient.invalidateQueries({ queryKey: checklistQuery.queryKey });
    },
  });
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  if (!data) return <Loading label={t`Loading the records`} />;
  return (
    <div className="stack">
      <p className="quiet">{t`Publish these records where the domain's DNS is kept, then check. It can take an hour until they are seen everywhere.`}</p>
      {data.records.map((record) => (
        <Record key={`${record.purpose} ${record.name}`} record={record} />
      ))}
      {check.error && <Notice tone="bad">{check.error.message}</Notice>}
      {mayCheck && (
        <div className="row">
          <Button loading={check.isPending} onClick={() => check.mutate()}>{t`Check DNS now`}</Button>
        </div>
      )}
    </div>
  );
}

function Record({ record: { purpose, name, value, status, message } }: { record: SendingDomain['records'][number] }) {
  const { t } = useLingui();
  const state = useDnsState()(status);
  const kind = purpose.toUpperCase();
  return (
    <section className="stack close" aria-label={`${kind} ${name}`}>
      <div className="row apart">
        <h3>{`${kind} · TXT`}</h3>
        <State tone={state.tone}>{state.name}</State>
      </div>
      <Copyable text={name} of={t`the name of the ${kind} record`} />
      <Copyable text={value} of={t`the value of the ${kind} record`} />
      {status !== 'good' && status !== 'unchecked' && <p className="small">{message}</p>}
    </section>
  );
}
