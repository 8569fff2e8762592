// One relay: what it may send and has sent of that, its warm-up, whom it sends to more slowly, and its limits.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { relayQuery, relayUsageQuery, type WholeRelay } from '../api/campaigns/sending.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import { useFormat } from '../api/use-format.ts';
import { Awaited, Empty, Loading, Notice } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { PartHeading } from '../kit/page/part-heading.tsx';
import { Table } from '../kit/table/table.tsx';
import { BlocklistsButton } from './blocklists/blocklists.tsx';
import { RelayLimits } from './relay-forms/limits.tsx';
import { RelayLogin } from './relay-forms/login.tsx';
import { RelayState } from './relay-state.tsx';
import { SlowedDestinations } from './slowed-destinations.tsx';
import { WarmUp } from './warm-up.tsx';
import './relay.css';

export function RelayScreen() {
  const { t } = useLingui();
  const mayChange = useMay('own');
  const said = useSentences();
  const { serverId } = useParams({ from: '/shell/deliverability/relays/$serverId' });
  const { data: relay, error } = useQuery(relayQuery(serverId));
  // What was asked for anew in vain takes no text away.
  if (error && !relay)
    return <Empty title={error.message} action={<Link to="/deliverability">{t`Relays and domains`}</Link>} />;
  if (!relay) return <Loading label={t`Loading the relay`} lines={6} />;
  const isOwn = mayChange && relay.shared === 'no';
  return (
    <div className="stack wide">
      <div className="row apart">
        <div className="row">
          <PartHeading name={relay.name}>{relay.name}</PartHeading>
          <RelayState relay={relay} />
        </div>
        <BlocklistsButton about={{ server_id: serverId }} name={relay.name} />
      </div>
      {relay.fault && (
        <Notice tone="bad" isStanding>
          {said(relay.sentences, relay.fault)}
        </Notice>
      )}
      <Facts relay={relay} />
      <Used serverId={serverId} />
      {relay.warm_up && <WarmUp plan={relay.warm_up} />}
      <SlowedDestinations serverId={serverId} />
      {isOwn && relay.type !== 'direct' && <RelayLogin relay={relay} />}
      {isOwn ? (
        <RelayLimits relay={relay} />
      ) : (
        <p className="small">
          {relay.shared === 'yes'
            ? t`It belongs to the installation. Only people who run the server can change it.`
            : t`Owners can change its limits.`}
        </p>
      )}
    </div>
  );
}

function Facts({ relay }: { relay: WholeRelay }) {
  const { t } = useLingui();
  const tls: Record<WholeRelay['tls'], string> = {
    none: t`none`,
    opportunistic: t`STARTTLS if offered`,
    starttls: t`STARTTLS, always`,
    implicit: t`TLS from the start`,
  };
  const facts: [name: string, value: string][] = [
    [t`Hostname`, relay.type === 'direct' ? relay.hostname : `${relay.hostname}:${relay.port}`],
    [t`Encryption`, tls[relay.tls]],
    // The login of a shared relay is told to nobody here.
    ...(relay.shared === 'no' ? [[t`Signs in as`, relay.username ?? t`no login`] satisfies [string, string]] : []),
    [t`Lanes`, relay.lanes],
    [t`Order`, t`priority ${relay.priority}, weight ${relay.weight}`],
  ];
  return (
    <Card>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Used({ serverId }: { serverId: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data: periods = [], isLoading } = useQuery(relayUsageQuery(serverId));
  const names = { minute: t`This minute`, hour: t`This hour`, day: t`Today (UTC)`, month: t`This month (UTC)` };
  if (isLoading) return <Awaited />;
  if (periods.length === 0) return null;
  return (
    <Card title={t`Limits and usage`} pad={false}>
      <Table
        label={t`Limits and usage`}
        isFlowing
        rows={periods}
        keyOf={({ period }) => period}
        columns={[
          { head: t`Period`, isName: true, cell: ({ period }) => names[period] },
          { head: t`Used`, isNumber: true, cell: ({ used }) => format.number(used) },
          { head: t`Limit`, isNumber: true, cell: ({ limit }) => format.number(limit) },
          { head: t`Share`, isNumber: true, cell: ({ used, limit }) => format.share(used, limit) },
          {
            head: t`Resets`,
            isNumber: true,
            isInstant: true,
            cell: ({ until }) => format.instant(Date.parse(until)),
          },
        ]}
      />
    </Card>
  );
}
