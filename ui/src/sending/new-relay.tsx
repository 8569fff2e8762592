// A new relay: where it is and how one logs in; it is probed before the dialog closes.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { relaysQuery } from '../api/campaigns/sending.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { numberOf } from '../api/number-of.ts';
import { Form } from '../kit/form/form.tsx';
import { Button, Choice, PasswordField, TextField } from '../kit/parts.tsx';
import { ProbeResult, useProbe } from './probe.tsx';

type Tls = 'starttls' | 'implicit' | 'opportunistic' | 'none';
const PORTS: Record<Tls, string> = { starttls: '587', implicit: '465', opportunistic: '587', none: '25' };

export function NewRelay({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [form, setForm] = useState({ hostname: '', port: '', username: '', password: '' });
  const [tls, setTls] = useState<Tls>('starttls');
  const probe = useMutation(useProbe());
  const create = useMutation({
    mutationFn: () => {
      const { hostname, port, username, password } = form;
      const login = username === '' ? {} : { username, password };
      const body = { hostname: hostname.trim(), tls, ...(port !== '' && { port: numberOf(port.trim()) }), ...login };
      return answerOf(api.POST('/delivery-servers', { body }));
    },
    onSuccess({ server_id }) {
      for (const { queryKey } of [relaysQuery, sessionQuery]) void queryClient.invalidateQueries({ queryKey });
      probe.mutate(server_id, {
        onSettled: () => void queryClient.invalidateQueries({ queryKey: checklistQuery.queryKey }),
      });
    },
  });
  if (create.isSuccess)
    return (
      <div className="stack">
        <p>{t`The relay is added.`}</p>
        <ProbeResult probe={probe} />
        <div className="row">
          <Button onClick={onDone}>{t`Done`}</Button>
          {probe.isSuccess && probe.data.works !== 'yes' && (
            <span className="small">{t`Its login is changed on its own screen; otherwise remove it and add it again.`}</span>
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
    <Form onSubmit={() => create.mutate()} fault={create.error} submit={t`Add and probe`} isPending={create.isPending}>
      <TextField
        label={t`Hostname`}
        placeholder="smtp.example.com"
        required
        withAsterisk={false}
        data-autofocus
        {...field('hostname')}
      />
      <Choice
        label={t`Encryption`}
        data={[
          { value: 'starttls', label: t`STARTTLS, always` },
          { value: 'implicit', label: t`TLS from the start` },
          { value: 'opportunistic', label: t`STARTTLS where it is offered` },
          { value: 'none', label: t`None` },
        ]}
        value={tls}
        onChange={(value) => setTls(value as Tls)}
      />
      <TextField label={t`Port`} placeholder={PORTS[tls]} inputMode="numeric" {...field('port')} />
      <TextField label={t`Name to log in with`} autoComplete="off" {...field('username')} />
      <PasswordField label={t`Password`} autoComplete="new-password" {...field('password')} />
    </Form>
  );
}
