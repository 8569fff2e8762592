// One sending domain: how its DNS records stand, what to publish, and how that changed over time.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { domainChangesQuery, domainQuery } from '../api/campaigns/sending.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import type { Sentence } from '../api/sentences/words.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { instantOfUtc } from '../kit/format.ts';
import { Awaited, Empty, Loading } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { PartHeading } from '../kit/page/part-heading.tsx';
import { State, type Tone } from '../kit/state.tsx';
import { Table } from '../kit/table/table.tsx';
import { BlocklistsButton } from './blocklists/blocklists.tsx';
import { useDnsState } from './dns-states.ts';
import './domain.css';
import { DomainRecords } from './domain-records.tsx';

export function DomainScreen() {
  const { t } = useLingui();
  const dnsState = useDnsState();
  const { domainUid } = useParams({ from: '/shell/deliverability/domains/$domainUid' });
  const { data: domain, error } = useQuery(domainQuery(domainUid));
  if (error && !domain)
    return <Empty title={error.message} action={<Link to="/deliverability">{t`Relays and domains`}</Link>} />;
  if (!domain) return <Loading label={t`Loading the domain`} lines={8} />;
  const state = dnsState(domain.status);
  return (
    <div className="stack wide">
      <div className="row apart">
        <div className="row">
          <PartHeading name={domain.name}>
            <Address>{domain.name}</Address>
          </PartHeading>
          <State tone={state.tone}>{state.name}</State>
        </div>
        <BlocklistsButton about={{ domain_uid: domainUid }} name={domain.name} />
      </div>
      <Card title={t`DNS records`}>
        <DomainRecords domainUid={domainUid} />
      </Card>
      <History domainUid={domainUid} />
    </div>
  );
}

function History({ domainUid }: { domainUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const { data: changes, isLoading } = useQuery(domainChangesQuery(domainUid));
  if (isLoading) return <Awaited />;
  if (!changes) return null;
  const kinds: Record<(typeof changes)[number]['what'], { name: string; tone: Tone }> = {
    found: { name: t`Found`, tone: 'good' },
    broken: { name: t`Broken`, tone: 'bad' },
    healed: { name: t`Fixed`, tone: 'good' },
  };
  return (
    <Card title={t`Changes`} pad={changes.length === 0}>
      {changes.length === 0 ? (
        <p className="quiet">{t`Nothing yet. The records are checked every few hours, and any change appears here.`}</p>
      ) : (
        <Table
          label={t`Changes`}
          rows={changes}
          keyOf={({ date, name, what }) => `${date} ${name} ${what}`}
          columns={[
            {
              head: t`Record`,
              isName: true,
              cell: ({ purpose, name }) => (
                <>
                  {purpose.toUpperCase()} <span className="quiet breaking">{name}</span>
                </>
              ),
            },
            {
              head: t`Status`,
              cell: ({ what }) => <State tone={kinds[what].tone}>{kinds[what].name}</State>,
            },
            {
              head: t`Findings`,
              isLong: true,
              cell: (change) => <Found {...change} />,
            },
            { head: t`When`, isInstant: true, cell: ({ date }) => format.instant(instantOfUtc(date)) },
          ]}
        />
      )}
    </Card>
  );
}

type FoundProps = { what: string; message: string; sentences: readonly Sentence[]; found: string; wanted: string };

/** Of what broke, what stood there instead of what should. */
function Found({ what, message, sentences, found, wanted }: FoundProps) {
  const { t } = useLingui();
  const text = useSentences()(sentences, message);
  if (what !== 'broken') return <span className="quiet">{text}</span>;
  return (
    <div className="dns-change">
      <span>{text}</span>
      {found !== '' && (
        <span className="small">
          {t`In DNS:`} <span className="mono">{found}</span>
        </span>
      )}
      <span className="small">
        {t`Should be:`} <span className="mono">{wanted}</span>
      </span>
    </div>
  );
}
