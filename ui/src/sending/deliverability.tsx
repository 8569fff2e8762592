// What mail goes out over: relays, and the domains it is signed for.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { RemoteTable } from '../kit/remote-table.tsx';

export function Deliverability() {
  const { t } = useLingui();
  const relays = useQuery({
    queryKey: ['delivery-servers'],
    queryFn: async () => (await answerOf(api.GET('/delivery-servers', {}))).data,
  });
  const domains = useQuery({
    queryKey: ['sending-domains'],
    queryFn: async () => (await answerOf(api.GET('/sending-domains', { params: { query: { per_page: 100 } } }))).data,
  });
  return (
    <Page title={t`Deliverability`}>
      <div className="stack">
        <h2>{t`Relays`}</h2>
        <RemoteTable
          label={t`Relays`}
          loading={t`Loading relays`}
          query={relays}
          rowsOf={({ records }) => records}
          keyOf={({ server_id }) => server_id}
          empty={<Empty title={t`No relay`}>{t`Mail goes to the test inbox until there is one.`}</Empty>}
          columns={[
            { head: t`Relay`, isName: true, cell: ({ name }) => name },
            { head: t`Host`, cell: ({ hostname }) => hostname },
          ]}
        />
        <h2>{t`Sending domains`}</h2>
        <RemoteTable
          label={t`Sending domains`}
          loading={t`Loading domains`}
          query={domains}
          rowsOf={({ records }) => records}
          keyOf={({ domain_uid }) => domain_uid}
          empty={<Empty title={t`No domain`}>{t`Mail that is signed for its sender's domain arrives.`}</Empty>}
          columns={[{ head: t`Domain`, isName: true, cell: ({ name }) => name }]}
        />
      </div>
    </Page>
  );
}
