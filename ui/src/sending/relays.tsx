// Relays: the mail servers that take our mail, each with a probe.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery, useMay } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { relayQuery, relaysQuery, type WholeRelay } from '../api/campaigns/sending.ts';
import { answerOf, api } from '../api/client.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import { Address } from '../kit/address.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Empty } from '../kit/notice.tsx';
import { Button } from '../kit/parts.tsx';
import { LongTable } from '../kit/table/long-table.tsx';
import { BlocklistsButton } from './blocklists/blocklists.tsx';
import { NewRelay } from './new-relay.tsx';
import { ProbeResult, useProbe } from './probe.tsx';
import { RelayState } from './relay-state.tsx';

/** Of the relay that stands in the configuration: it is not changed from here. */
const CONFIGURED = '0';

export function Relays() {
  const { t } = useLingui();
  const mayChange = useMay('own');
  const relays = useQuery(relaysQuery);
  return (
    <section className="stack close" aria-labelledby="relays">
      <div className="row apart">
        <h2 id="relays">{t`Relays`}</h2>
        {mayChange ? (
          <DialogButton label={t`Add relay`} anchor="relay">
            {(close) => <NewRelay onDone={close} />}
          </DialogButton>
        ) : (
          <span className="small">{t`Owners can add relays and domains.`}</span>
        )}
      </div>
      <LongTable
        label={t`Relays`}
        loading={t`Loading relays`}
        query={relays}
        rowsOf={(records) => records}
        search={t`Relay name or hostname`}
        textOf={({ name, hostname }) => `${name}\n${hostname}`}
        keyOf={({ server_id }) => server_id}
        empty={
          <Empty title={t`No relays yet`}>
            {t`Until you add one, mail goes to the test inbox. Your mailbox provider or a sending service gives you the hostname, username and password.`}
          </Empty>
        }
        columns={[
          {
            head: t`Relay`,
            isName: true,
            cell: ({ server_id, name }) =>
              server_id === CONFIGURED ? (
                name
              ) : (
                <Link to="/deliverability/relays/$serverId" params={{ serverId: server_id }}>
                  <b>{name}</b>
                </Link>
              ),
          },
          {
            head: t`Hostname`,
            cell: ({ hostname }) => (
              <span className="quiet">
                <Address>{hostname}</Address>
              </span>
            ),
          },
          {
            head: t`Status`,
            cell: ({ server_id, status }) => <ListedState serverId={server_id} status={status} />,
          },
          {
            head: t`Actions`,
            isActions: true,
            cell: ({ server_id, name }) =>
              server_id === CONFIGURED ? (
                <BlocklistsButton about={{ server_id }} name={name} />
              ) : (
                mayChange && <RelayActions serverId={server_id} name={name} />
              ),
          },
        ]}
      />
    </section>
  );
}

/** They are few, so each is asked whether it works. */
function ListedState({ serverId, status }: { serverId: string; status: WholeRelay['status'] }) {
  const said = useSentences();
  const { data: relay } = useQuery(relayQuery(serverId));
  if (!relay && status === 'active') return null;
  const fault = status === 'active' ? (relay?.fault ?? null) : null;
  return (
    <div className="stack close">
      <RelayState relay={{ status, fault }} />
      {relay && fault !== null && <span className="small breaking">{said(relay.sentences, fault)}</span>}
    </div>
  );
}

/** Of its own alone: a shared one is tested and removed by those who run the server. */
function RelayActions({ serverId, name }: { serverId: string; name: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data: relay } = useQuery(relayQuery(serverId));
  const remove = async () => {
    const params = { path: { server_id: serverId } };
    await answerOf(api.DELETE('/delivery-servers/{server_id}', { params }));
    for (const { queryKey } of [relaysQuery, sessionQuery, checklistQuery])
      void queryClient.invalidateQueries({ queryKey });
  };
  if (relay?.shared !== 'no') return null;
  return (
    <>
      <DialogButton label={t`Test`} about={t`Test ${name}`} title={t`Test of ${name}`} variant="subtle" isCompact>
        {() => <Probe serverId={serverId} />}
      </DialogButton>
      <ConfirmButton label={t`Remove`} about={t`Remove ${name}`} title={t`Remove ${name}?`} onConfirm={remove}>
        {t`No more mail is sent through it. It still delivers what it has already accepted.`}
      </ConfirmButton>
    </>
  );
}

function Probe({ serverId }: { serverId: string }) {
  const { t } = useLingui();
  const probe = useMutation(useProbe());
  return (
    <div className="stack">
      <p>{t`Connects, encrypts and logs in just like sending would. No mail is sent.`}</p>
      <ProbeResult probe={probe} />
      <div className="row">
        <Button loading={probe.isPending} onClick={() => probe.mutate(serverId)}>
          {probe.isSuccess ? t`Test again` : t`Test`}
        </Button>
      </div>
    </div>
  );
}
