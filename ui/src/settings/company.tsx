// The company: its name and postal address, which every mail carries; time zone and formats; and
// what the server is.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { countriesQuery, installationQuery, profileQuery } from '../api/accounts/profile.ts';
import { useRoleNames } from '../api/accounts/roles.ts';
import { useMay } from '../api/accounts/session.ts';
import { Awaited, Loading, Notice, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { AddressForm } from './address-form.tsx';
import { FormatsForm } from './formats-form.tsx';

export function Company() {
  const { t } = useLingui();
  const roles = useRoleNames();
  const isOwner = useMay('own');
  const profiles = useQuery(profileQuery);
  const named = useQuery(countriesQuery);
  const [profile, countries] = [profiles.data, named.data];
  // What was asked for anew in vain takes no text away.
  if (profiles.error && !profile) return <Refused query={profiles} />;
  if (named.error && !countries) return <Refused query={named} />;
  if (!profile || !countries) return <Loading label={t`Loading the company`} lines={8} />;
  const owner = roles.owner;
  return (
    <div className="stack">
      {!isOwner && <Notice>{t`People with the role “${owner}” can change this.`}</Notice>}
      {isOwner && !profile.has_address && (
        <Notice tone="warn">{t`Every email must include a postal address. Please enter yours.`}</Notice>
      )}
      <div className="split">
        <AddressForm profile={profile} countries={countries} isReadOnly={!isOwner} />
        <div className="stack">
          <FormatsForm profile={profile} isReadOnly={!isOwner} />
          {isOwner && <Server />}
        </div>
      </div>
    </div>
  );
}

function Server() {
  const { t } = useLingui();
  const { data, isLoading } = useQuery(installationQuery);
  if (isLoading) return <Awaited />;
  if (!data) return null;
  const { version, base_url, test_inbox, operator } = data;
  const facts: [name: string, value: string][] = [
    [t`Version`, version],
    [t`Public address`, base_url],
    [t`Emails go to`, test_inbox ? t`the test inbox` : t`a relay`],
    ...(operator
      ? ([
          [t`Database`, operator.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
          [t`Process roles`, operator.roles.join(', ')],
          [t`Server time zone`, operator.time_zone],
        ] satisfies [string, string][])
      : []),
  ];
  return (
    <Card title={t`Server`}>
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
