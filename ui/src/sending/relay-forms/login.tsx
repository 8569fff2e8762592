// Where a relay is, and with which name and password one signs in to it. The password is never shown.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { relaysQuery, type WholeRelay } from '../../api/campaigns/sending.ts';
import { answerOf, api, faultsOf } from '../../api/client.ts';
import { Form } from '../../kit/form/form.tsx';
import { Card } from '../../kit/page/page.tsx';
import { PasswordField, TextField } from '../../kit/parts.tsx';
import { ProbeResult, useProbe } from '../probe.tsx';
import { CertificateCheck, Encryption, PORTS, placeOf } from './encryption.tsx';

export function RelayLogin({ relay }: { relay: WholeRelay }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [hostname, setHostname] = useState(relay.hostname);
  const [tls, setTls] = useState(relay.tls);
  const [isVerified, setVerified] = useState(relay.verify_tls === 'yes');
  const [port, setPort] = useState(relay.port);
  const [username, setUsername] = useState(relay.username ?? '');
  const [password, setPassword] = useState('');
  const probe = useMutation(useProbe());
  const save = useMutation({
    mutationFn: () => {
      const params = { path: { server_id: relay.server_id } };
      // An empty name takes the login away, with its password; an empty password is the former one.
      const login = { username, ...(username === '' ? { password: '' } : password !== '' && { password }) };
      const place = placeOf({ hostname, tls, port, isVerified });
      const hasOwnName = relay.name !== relay.hostname;
      const body = {
        ...place,
        ...(!hasOwnName && { name: place.hostname }),
        ...login,
      };
      return answerOf(api.PUT('/delivery-servers/{server_id}', { params, body }));
    },
    async onSuccess() {
      setPassword('');
      probe.mutate(relay.server_id);
      await queryClient.invalidateQueries({ queryKey: relaysQuery.queryKey });
    },
  });
  const faults = faultsOf(save.error);
  return (
    <Card title={t`Server and login`}>
      <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Save and test`} isPending={save.isPending}>
        <div className="relay-fields wide">
          <TextField
            label={t`Hostname`}
            required
            withAsterisk={false}
            value={hostname}
            error={faults['hostname']}
            onChange={(event) => setHostname(event.target.value)}
          />
          <Encryption value={tls} error={faults['tls']} onChange={setTls} />
          <TextField
            label={t`Port`}
            placeholder={PORTS[tls]}
            inputMode="numeric"
            value={port}
            error={faults['port']}
            onChange={(event) => setPort(event.target.value)}
          />
        </div>
        <CertificateCheck tls={tls} isChecked={isVerified} error={faults['verify_tls']} onChange={setVerified} />
        <div className="relay-fields wide">
          <TextField
            label={t`Username`}
            description={t`Leave empty if no login is needed`}
            autoComplete="off"
            value={username}
            error={faults['username']}
            onChange={(event) => setUsername(event.target.value)}
          />
          <PasswordField
            label={t`Password`}
            description={t`Never shown. Leave empty to keep it.`}
            autoComplete="new-password"
            value={password}
            error={faults['password']}
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
      </Form>
      {save.isSuccess && <ProbeResult probe={probe} />}
    </Card>
  );
}
