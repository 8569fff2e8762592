// One's own account: name, language, theme, password, second factor, passkeys, and where one is signed in.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/accounts/me.ts';
import { sessionQuery, useSession } from '../api/accounts/session.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Form } from '../kit/form/form.tsx';
import { Card } from '../kit/page/page.tsx';
import { Choice, PasswordField, TextField } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';
import { speak } from '../texts.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  return (
    <div className="split">
      <div className="stack">
        <Person />
        <NewPassword />
      </div>
      <div className="stack">
        <SecondFactor />
        <Passkeys />
        <Sessions />
      </div>
    </div>
  );
}

function Person() {
  const { t } = useLingui();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.name);
  const [language, setLanguage] = useState(user.language);
  const [theme, setTheme] = useState(user.theme);
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/me', { body: { name, language, theme } })),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await speak(language);
      toast(t`Saved`);
    },
  });
  const faults = faultsOf(save.error);
  return (
    <Card title={t`You`}>
      <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Save`} isPending={save.isPending}>
        <TextField
          label={t`Your name`}
          value={name}
          error={faults['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField label={t`Email`} value={user.email} readOnly />
        <Choice
          label={t`Language`}
          data={[
            { value: 'en', label: 'English' },
            { value: 'de', label: 'Deutsch' },
          ]}
          value={language}
          onChange={(value) => setLanguage(value === 'de' ? 'de' : 'en')}
        />
        <Choice
          label={t`Theme`}
          data={[
            { value: 'system', label: t`Same as system` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          value={theme}
          onChange={(value) => setTheme(value as typeof theme)}
        />
      </Form>
    </Card>
  );
}

function NewPassword() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const nothing = { current_password: '', password: '' };
  const [form, setForm] = useState(nothing);
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/me', { body: form })),
    async onSuccess() {
      setForm(nothing);
      toast(t`Your password has been changed. All other devices are signed out.`);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  const faults = faultsOf(save.error);
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: faults[name],
    required: true,
    withAsterisk: false,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <Card title={t`Password`}>
      <Form onSubmit={() => save.mutate()} fault={save.error} submit={t`Change password`} isPending={save.isPending}>
        <PasswordField label={t`Current password`} autoComplete="current-password" {...field('current_password')} />
        <PasswordField
          label={t`New password`}
          description={t`At least 10 characters. A sentence works well.`}
          autoComplete="new-password"
          minLength={10}
          {...field('password')}
        />
      </Form>
    </Card>
  );
}
