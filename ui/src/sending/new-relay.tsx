// A new relay: where it is and how one logs in; it is probed before the dialog closes, and what was
// wrong is corrected in the same form.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { relaysQuery } from '../api/campaigns/sending.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Form } from '../kit/form/form.tsx';
import { Button, PasswordField, TextField } from '../kit/parts.tsx';
import { ProbeResult, useProbe } from './probe.tsx';
import { CertificateCheck, Encryption, PORTS, placeOf, type Tls } from './relay-forms/encryption.tsx';

export function NewRelay({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [form, setForm] = useState({ hostname: '', port: '', username: '', password: '' });
  const [tls, setTls] = useState<Tls>('starttls');
  const [isVerified, setVerified] = useState(true);
  /** The one that was added before it was corrected. */
  const [serverId, setServerId] = useState<string>();
  const probe = useMutation(useProbe());
  const create = useMutation({
    mutationFn: async () => {
      const { hostname, port, username, password } = form;
      const place = placeOf({ hostname, tls, port, isVerified });
      const login = { username, password };
      if (serverId !== undefined) {
        const params = { path: { server_id: serverId } };
        const body = { ...place, name: place.hostname, ...login };
        await answerOf(api.PUT('/delivery-servers/{server_id}', { params, body }));
        return serverId;
      }
      const hasLogin = username !== '' || password !== '';
      return (await answerOf(api.POST('/delivery-servers', { body: { ...place, ...(hasLogin && login) } }))).server_id;
    },
    onSuccess(added) {
      setServerId(added);
      for (const { queryKey } of [relaysQuery, sessionQuery]) void queryClient.invalidateQueries({ queryKey });
      probe.mutate(added, {
        onSettled: () => void queryClient.invalidateQueries({ queryKey: checklistQuery.queryKey }),
      });
    },
  });
  if (create.isSuccess)
    return (
      <div className="stack">
        <p>{t`The relay has been added.`}</p>
        <ProbeResult probe={probe} />
        <div className="row">
          {probe.isSuccess && probe.data.works !== 'yes' ? (
            <>
              <Button onClick={create.reset}>{t`Fix it`}</Button>
              <Button variant="default" onClick={onDone}>{t`Keep it`}</Button>
            </>
          ) : (
            <Button onClick={onDone}>{t`Done`}</Button>
          )}
        </div>
      </div>
    );
  const faults = faultsOf(create.error);
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <Form onSubmit={() => create.mutate()} fault={create.error} submit={t`Add and test`} isPending={create.isPending}>
      <TextField
        label={t`Hostname`}
        placeholder="smtp.example.com"
        required
        withAsterisk={false}
        data-autofocus
        {...field('hostname')}
      />
      <Encryption value={tls} error={faults['tls']} onChange={setTls} />
      <CertificateCheck tls={tls} isChecked={isVerified} error={faults['verify_tls']} onChange={setVerified} />
      <TextField label={t`Port`} placeholder={PORTS[tls]} inputMode="numeric" {...field('port')} />
      <TextField label={t`Username`} autoComplete="off" {...field('username')} />
      <PasswordField label={t`Password`} autoComplete="new-password" {...field('password')} />
    </Form>
  );
}
