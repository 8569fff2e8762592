// Signing in: address and password, then the code of a second factor where one is set up; or a
// passkey alone.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { tellTabs } from '../api/accounts/other-tabs.ts';
import { usePasskeyFault } from '../api/accounts/passkey-faults.ts';
import { canUsePasskeys, signInWithPasskey } from '../api/accounts/passkeys.ts';
import { changeSession, type Session } from '../api/accounts/session.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { Refusal } from '../kit/form/refusal.tsx';
import { Button, PasswordField, TextField } from '../kit/parts.tsx';
import { speak } from '../texts.ts';
import { Alone } from './alone.tsx';
import { wayBack } from './way-back.ts';

export function SignIn() {
  const { t } = useLingui();
  const { next } = useSearch({ from: '/sign-in' });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const enter = async (session: Session) => {
    await speak(session.user.language);
    tellTabs(session.user.uid);
    await changeSession(queryClient, session, () => navigate({ href: wayBack(next) }));
  };
  const signIn = useMutation({
    mutationFn: () => answerOf(api.POST('/session', { body: { email, password, ...(code && { code }) } })),
    async onSuccess({ data: { record } }) {
      if (record.state === 'code-needed') return setCode('');
      await enter(record);
    },
  });
  const withPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter });
  const inWords = usePasskeyFault();
  // The password was right when the code was asked for.
  const isOfCode = code !== undefined && signIn.error instanceof ApiError && signIn.error.status === 401;
  const wrongCode = isOfCode ? t`This is neither the code your app shows now nor an unused recovery code.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withPasskey.reset();
    signIn.mutate();
  };
  return (
    <Alone title={t`Sign in`}>
      <form ref={form} className="stack" onSubmit={submit}>
        <Refusal form={form} fault={wrongCode ?? signIn.error ?? inWords(withPasskey.error)} />
        {code === undefined ? (
          <>
            <TextField
              label={t`Email`}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label={t`Password`}
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        ) : (
          <TextField
            label={t`Code`}
            description={t`Six digits from your authenticator app, or a recovery code`}
            autoComplete="one-time-code" // no field of digits: recovery codes have letters
            required
            withAsterisk={false}
            autoFocus
            value={code}
            error={wrongCode}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button type="submit" loading={signIn.isPending}>{t`Sign in`}</Button>
        {code === undefined && canUsePasskeys() && (
          <Button
            variant="default"
            loading={withPasskey.isPending}
            onClick={() => {
              signIn.reset();
              withPasskey.mutate();
            }}
          >{t`Use a passkey`}</Button>
        )}
        {code === undefined ? (
          <Link to="/forgot-password" search={email === '' ? {} : { email }}>
            {t`Forgot your password?`}
          </Link>
        ) : (
          <Button
            variant="subtle"
            onClick={() => {
              signIn.reset();
              setPassword('');
              setCode(undefined);
            }}
          >{t`Sign in as someone else`}</Button>
        )}
      </form>
    </Alone>
  );
}
