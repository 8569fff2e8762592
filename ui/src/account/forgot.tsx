// Who forgot the password asks for a link; the answer is the same whether there is an account.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { Refusal } from '../kit/form/refusal.tsx';
import { Button, TextField } from '../kit/parts.tsx';
import { Alone } from './alone.tsx';

export function Forgot() {
  const { t } = useLingui();
  const { email: begun = '' } = useSearch({ from: '/forgot-password' });
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(begun);
  const ask = useMutation({ mutationFn: () => answerOf(api.POST('/session/reset', { body: { email } })) });
  const back = <Link to="/sign-in" search={{}}>{t`Back to sign-in`}</Link>;
  if (ask.isSuccess)
    return (
      <Alone title={t`Check your email`}>
        <p role="status">
          {t`If there is an account for ${email}, we have sent a link to choose a new password. It works once, within an hour.`}
        </p>
        <p className="small">{t`Nothing arrived? Check your spam folder, or ask the person who runs this server.`}</p>
        {back}
      </Alone>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <Alone title={t`Forgot your password?`} about={t`We will email you a link to choose a new one.`}>
      <form ref={form} className="stack" onSubmit={submit}>
        <Refusal form={form} fault={ask.error} />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          error={faultsOf(ask.error)['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" loading={ask.isPending}>{t`Send link`}</Button>
        {back}
      </form>
    </Alone>
  );
}
