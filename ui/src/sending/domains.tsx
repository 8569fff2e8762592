// Sending domains: the DNS records to publish, and what DNS says of them.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { brokenRecordsQuery, domainsQuery } from '../api/campaigns/sending.ts';
import { answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Empty } from '../kit/notice.tsx';
import { State } from '../kit/state.tsx';
import { LongTable } from '../kit/table/long-table.tsx';
import { useDnsState } from './dns-states.ts';
import { isLately } from './domain-records.tsx';
import { NewDomain } from './new-domain.tsx';

export function Domains() {
  const { t } = useLingui();
  const mayChange = useMay('own');
  const domains = useQuery(domainsQuery);
  const format = useFormat();
  const dnsState = useDnsState();
  return (
    <section className="stack close" aria-labelledby="domains">
      <div className="row apart">
        <h2 id="domains">{t`Sending domains`}</h2>
        {mayChange && (
          <DialogButton label={t`Add domain`} anchor="domain" size="lg" variant="default">
            {() => <NewDomain />}
          </DialogButton>
        )}
      </div>
      <LongTable
        label={t`Sending domains`}
        loading={t`Loading domains`}
        query={domains}
        rowsOf={(records) => records}
        search={t`Domain name`}
        textOf={({ name }) => name}
        keyOf={({ domain_uid }) => domain_uid}
        empty={
          <Empty title={t`No domains yet`}>
            {t`Add the domain you send from. You get three DNS records to publish, and from then on your mail is signed.`}
          </Empty>
        }
        columns={[
          {
            head: t`Domain`,
            isName: true,
            cell: ({ domain_uid, name }) => (
              <Link to="/deliverability/domains/$domainUid" params={{ domainUid: domain_uid }}>
                <b>
                  <Address>{name}</Address>
                </b>
              </Link>
            ),
          },
          {
            head: t`DNS`,
            cell: ({ status }) => <State tone={dnsState(status).tone}>{dnsState(status).name}</State>,
          },
          {
            head: t`Checked`,
            isInstant: true,
            cell: ({ date_checked }) => (
              <span className="quiet">
                {date_checked === null
                  ? t`never`
                  : isLately(date_checked)
                    ? t`just now`
                    : format.since(instantOfUtc(date_checked))}
              </span>
            ),
          },
          {
            head: t`Actions`,
            isActions: true,
            cell: ({ domain_uid, name }) => mayChange && <Removal domainUid={domain_uid} name={name} />,
          },
        ]}
      />
    </section>
  );
}

function Removal({ domainUid, name }: { domainUid: string; name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const remove = async () => {
    await answerOf(api.DELETE('/sending-domains/{domain_uid}', { params: { path: { domain_uid: domainUid } } }));
    for (const { queryKey } of [domainsQuery, brokenRecordsQuery, checklistQuery])
      void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <ConfirmButton
      label={t`Remove`}
      about={t`Remove ${name}`}
      title={t`Remove ${name}?`}
      name={name}
      onConfirm={remove}
    >
      {t`Its keys are removed, and mail from it is no longer signed.`}
    </ConfirmButton>
  );
}
