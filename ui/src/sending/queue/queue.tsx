// What waits to be sent, the lanes to relays, and whom mail goes to more slowly: for operators.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/accounts/session.ts';
import { type Queue, queueQuery } from '../../api/campaigns/deliverability.ts';
import { useFormat } from '../../api/use-format.ts';
import { Address } from '../../kit/address.tsx';
import { Loading, Notice, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { State } from '../../kit/state.tsx';
import { Table } from '../../kit/table/table.tsx';
import './queue.css';

export function QueueScreen() {
  const { t } = useLingui();
  if (!useMay('operate')) return <Notice>{t`This is only for operators of the installation.`}</Notice>;
  return <Shown />;
}

function Shown() {
  const { t } = useLingui();
  const query = useQuery(queueQuery);
  const queue = query.data;
  if (!queue) return query.error ? <Refused query={query} /> : <Loading label={t`Loading the queue`} lines={8} />;
  return (
    <div className="stack wide">
      <Refused query={query} />
      <Figures queue={queue} />
      <Campaigns queue={queue} />
      <Destinations queue={queue} />
      <Lanes queue={queue} />
      <Loops queue={queue} />
    </div>
  );
}

/** What matters at a glance, of all customers. */
function Figures({ queue }: { queue: Queue }) {
  const { t } = useLingui();
  const format = useFormat();
  const oldest = queue.oldest === null ? undefined : format.since(Date.parse(queue.oldest));
  const figures: [name: string, value: string][] = [
    [t`Messages waiting`, format.number(queue.waiting)],
    [t`Oldest was due`, oldest ?? t`nothing waiting`],
    [t`Campaigns running`, format.number(queue.campaigns_running)],
    [t`Held: not known whether they arrived`, format.number(queue.uncertain)],
    [t`Sending threads`, format.number(queue.workers)],
  ];
  return (
    <Card title={t`Queue`}>
      <dl className="facts queue-figures">
        {figures.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {queue.workers === 0 && (
        <Notice tone="bad">{t`Nothing is being sent: no process with the role worker is running.`}</Notice>
      )}
      {queue.clock === 'no' && (
        <Notice tone="bad">{t`No process with the role clock is running, so nothing scheduled starts.`}</Notice>
      )}
    </Card>
  );
}

function Campaigns({ queue: { campaigns } }: { queue: Queue }) {
  const { t } = useLingui();
  const format = useFormat();
  if (campaigns.length === 0) return null;
  return (
    <Card title={t`Campaigns being sent`} pad={false}>
      <Table
        label={t`Campaigns being sent`}
        isFlowing
        rows={campaigns}
        keyOf={({ campaign_uid }) => campaign_uid}
        columns={[
          { head: t`Campaign`, isName: true, cell: ({ name }) => name },
          { head: t`Waiting`, isNumber: true, cell: ({ waiting }) => format.number(waiting) },
          { head: t`Deferred`, isNumber: true, cell: ({ deferred }) => format.number(deferred) },
          {
            head: t`Due`,
            isNumber: true,
            isInstant: true,
            cell: ({ since }) => (since === null ? '–' : format.since(Date.parse(since))),
          },
        ]}
      />
    </Card>
  );
}

function Destinations({ queue: { destinations, slowed, parked } }: { queue: Queue }) {
  const { t } = useLingui();
  const format = useFormat();
  const more = slowed + parked - destinations.length;
  return (
    <Card title={t`Slowed and parked destinations`} pad={destinations.length === 0}>
      {destinations.length === 0 ? (
        <p className="quiet">{t`None. All receivers get mail at full speed.`}</p>
      ) : (
        <Table
          label={t`Slowed and parked destinations`}
          rows={destinations}
          keyOf={({ server_id, relay, name }) => `${server_id} ${relay} ${name}`}
          columns={[
            {
              head: t`Destination`,
              isName: true,
              cell: ({ name, relay, server_id }) => (
                <>
                  {name === '*' ? t`the relay itself` : <Address>{name}</Address>}{' '}
                  <span className="quiet">
                    {relay === null ? (
                      t`via the configured relay`
                    ) : (
                      <>
                        {t({ message: 'via', context: 'a relay' })} <RelayLink name={relay} serverId={server_id} />
                      </>
                    )}
                  </span>
                </>
              ),
            },
            {
              head: t`Status`,
              cell: ({ state, parked_until }) =>
                state === 'parked' ? (
                  <State tone="held">
                    {parked_until === null ? t`Parked` : t`Parked until ${format.instant(Date.parse(parked_until))}`}
                  </State>
                ) : (
                  <State tone="moving">{t`Slowed`}</State>
                ),
            },
            { head: t`Why`, isLong: true, cell: ({ reason }) => <span className="quiet breaking">{reason}</span> },
            {
              head: t`Per hour`,
              isNumber: true,
              cell: ({ rate_per_hour }) => (rate_per_hour === null ? '–' : format.number(rate_per_hour)),
            },
            { head: t`Refusals`, isNumber: true, cell: ({ refusals }) => format.number(refusals) },
          ]}
        />
      )}
      {more > 0 && <p className="small queue-more">{t`and ${format.number(more)} more`}</p>}
    </Card>
  );
}

function RelayLink({ name, serverId }: { name: string; serverId: string }) {
  return (
    <Link to="/deliverability/relays/$serverId" params={{ serverId }}>
      {name}
    </Link>
  );
}

type Lane = Queue['lanes'][number];

/** Of every process that sends; which one it is stands there when there are several. */
function Lanes({ queue: { lanes } }: { queue: Queue }) {
  const { t } = useLingui();
  const format = useFormat();
  /** Those that nobody has given a name. */
  const own: Readonly<Record<string, string>> = {
    'Test inbox': t`Test inbox`,
    Configuration: t`Configured relay`,
  };
  const isOfSeveral = new Set(lanes.map(({ process }) => process)).size > 1;
  return (
    <Card title={t`Lanes`} pad={lanes.length === 0}>
      {lanes.length === 0 ? (
        <p className="quiet">{t`No relay is connected: nothing is being sent right now.`}</p>
      ) : (
        <Table
          label={t`Lanes`}
          isFlowing
          rows={lanes}
          keyOf={({ process, relay }) => `${process} ${relay}`}
          columns={[
            { head: t`Relay`, isName: true, cell: ({ relay }) => own[relay] ?? relay },
            ...(isOfSeveral ? [{ head: t`Process`, cell: ({ process }: Lane) => process }] : []),
            {
              head: t`Status`,
              cell: ({ reached }) =>
                reached === 'yes' ? (
                  <State tone="good">{t`Reached`}</State>
                ) : (
                  <State tone="bad">{t`Not reached last time`}</State>
                ),
            },
            { head: t`In use`, isNumber: true, cell: ({ connected }) => format.number(connected) },
            { head: t`Maximum`, isNumber: true, cell: ({ limit }) => format.number(limit) },
          ]}
        />
      )}
    </Card>
  );
}

function Loops({ queue: { event_loop } }: { queue: Queue }) {
  const { t } = useLingui();
  const format = useFormat();
  if (event_loop.length === 0) return null;
  const ms = (value: number) => t`${format.number(value)} ms`;
  return (
    <Card title={t`Event loop delay`} pad={false}>
      <Table
        label={t`Event loop delay`}
        isFlowing
        rows={event_loop}
        keyOf={({ thread }) => thread}
        columns={[
          {
            head: t`Thread`,
            isName: true,
            cell: ({ thread }) => (thread === 'main' ? t`Answers requests` : t`Sends (${thread})`),
          },
          { head: t`Median`, isNumber: true, cell: ({ half_ms }) => ms(half_ms) },
          { head: t`99%`, isNumber: true, cell: ({ most_ms }) => ms(most_ms) },
          { head: t`Slowest`, isNumber: true, cell: ({ worst_ms }) => ms(worst_ms) },
        ]}
      />
    </Card>
  );
}
