// What a link for one person leads to: the first owner's account, an invitation, a new password.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { changeSession } from '../api/accounts/session.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { Empty, Loading, Notice } from '../kit/notice.tsx';
import { Button, PasswordField, TextField } from '../kit/parts.tsx';
import { speak } from '../texts.ts';
import { Alone } from './alone.tsx';

export function Welcome() {
  const { t } = useLingui();
  const { token } = useSearch({ from: '/welcome' });
  const link = useQuery({
    queryKey: ['welcome', token],
    queryFn: async () => (await answerOf(api.GET('/welcome', { params: { query: { token } } }))).data.record,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.isPending) return <Alone title={t`Welcome`}>{<Loading label={t`Loading`} />}</Alone>;
  if (!link.data)
    return (
      <Alone title={t`This link does not work any more`}>
        <Empty title={link.error?.message ?? ''} action={<Link to="/sign-in" search={{}}>{t`To sign-in`}</Link>} />
      </Alone>
    );
  return <AccountForm token={token} link={link.data} />;
}

type WelcomeLink = { kind: 'first-owner' | 'invitation' | 'reset'; email: string; name: string; customer_name: string };

function AccountForm({ token, link }: { token: string; link: WelcomeLink }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [form, setForm] = useState({ name: link.name, email: link.email, password: '' });
  const create = useMutation({
    mutationFn() {
      // The first owner goes on in the language of this page; who invites chooses for others.
      const language = link.kind === 'first-owner' && {
        language: i18n.locale === 'de' ? ('de' as const) : ('en' as const),
      };
      return answerOf(api.POST('/welcome', { body: { token, ...form, ...language } }));
    },
    async onSuccess({ data: { record } }) {
      // A new password does not stand for the second factor.
      if (record.state !== 'signed-in') return navigate({ to: '/sign-in', search: {} });
      await speak(record.user.language);
      await changeSession(queryClient, record, () => navigate({ to: '/campaigns', search: {} }));
    },
  });
  const fault = create.error instanceof ApiError ? create.error : undefined;
  const isReset = link.kind === 'reset';
  const about = {
    'first-owner': t`Nobody has an account here yet: yours will be the owner's.`,
    invitation: t`You are invited to ${link.customer_name}.`,
    reset: t`For ${link.email}. All other devices are signed out.`,
  }[link.kind];
  const set = (name: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Alone title={isReset ? t`New password` : t`Create your account`} about={about}>
      <form className="stack" onSubmit={submit}>
        {fault && Object.keys(fault.fields).length === 0 && <Notice tone="bad">{fault.message}</Notice>}
        {!isReset && (
          <>
            <TextField
              label={t`Your name`}
              autoComplete="name"
              required
              withAsterisk={false}
              autoFocus
              value={form.name}
              onChange={set('name')}
              error={fault?.fields['name']}
            />
            <TextField
              label={t`Email`}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              readOnly={link.kind === 'invitation'}
              value={form.email}
              onChange={set('email')}
              error={fault?.fields['email']}
            />
          </>
        )}
        <PasswordField
          label={t`Password`}
          description={t`At least 10 characters; a sentence is good`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={10}
          value={form.password}
          onChange={set('password')}
          error={fault?.fields['password']}
        />
        <Button type="submit" loading={create.isPending}>
          {isReset ? t`Set password` : t`Create account`}
        </Button>
      </form>
    </Alone>
  );
}
