// What a link for one person leads to: the first owner's account, an invitation, a new password.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { tellTabs } from '../api/accounts/other-tabs.ts';
import { changeSession, type Session } from '../api/accounts/session.ts';
import { ApiError, answerOf, api, faultsOf } from '../api/client.ts';
import { Refusal } from '../kit/form/refusal.tsx';
import { ZoneChoice } from '../kit/form/zone-choice.tsx';
import { Empty, Loading } from '../kit/notice.tsx';
import { Button, PasswordField, TextField } from '../kit/parts.tsx';
import { ownZone } from '../kit/time-zones.ts';
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
  const { error } = link;
  if (error instanceof ApiError && error.isAway)
    return (
      <Alone title={t`The server is not responding`}>
        <Empty title={error.message} action={<Button onClick={() => void link.refetch()}>{t`Try again`}</Button>}>
          {t`This does not use up the link.`}
        </Empty>
      </Alone>
    );
  if (!link.data)
    return (
      <Alone title={t`This link no longer works`}>
        <Empty title={error?.message ?? ''} action={<Link to="/sign-in" search={{}}>{t`Sign in`}</Link>} />
      </Alone>
    );
  return <AccountForm token={token} link={link.data} />;
}

type WelcomeLink = { kind: 'first-owner' | 'invitation' | 'reset'; email: string; name: string; customer_name: string };

function AccountForm({ token, link }: { token: string; link: WelcomeLink }) {
  const { t, i18n } = useLingui();
  const isFirst = link.kind === 'first-owner';
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const written = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState({ name: link.name, email: link.email, password: '' });
  const [zone, setZone] = useState<string>();
  const create = useMutation({
    mutationFn() {
      // The first owner goes on in the language of this page; who invites chooses for others.
      const language = isFirst && { language: i18n.locale === 'de' ? ('de' as const) : ('en' as const) };
      return answerOf(api.POST('/welcome', { body: { token, ...form, ...language } }));
    },
    async onSuccess({ data: { record } }) {
      // A new password does not stand for the second factor.
      if (record.state !== 'signed-in') return navigate({ to: '/sign-in', search: {} });
      await speak(record.user.language);
      const session = isFirst ? await inZone(record, zone) : record;
      tellTabs(session.user.uid);
      await changeSession(queryClient, session, () => navigate({ to: '/campaigns', search: {} }));
    },
  });
  const faults = faultsOf(create.error);
  const isReset = link.kind === 'reset';
  const about = {
    'first-owner': t`There is no account here yet. Yours will be the owner’s.`,
    invitation: t`You are invited to ${link.customer_name}.`,
    reset: t`For ${link.email}. All other devices will be signed out.`,
  }[link.kind];
  const set = (name: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Alone title={isReset ? t`New password` : t`Create your account`} about={about}>
      <form ref={written} className="stack" onSubmit={submit}>
        <Refusal form={written} fault={create.error} />
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
              error={faults['name']}
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
              error={faults['email']}
            />
          </>
        )}
        <PasswordField
          label={t`Password`}
          description={t`At least 10 characters. A sentence works well.`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={10}
          value={form.password}
          onChange={set('password')}
          error={faults['password']}
        />
        {isFirst && (
          <ZoneChoice
            label={t`Time zone`}
            description={t`Send times use this time zone`}
            zone={zone ?? ownZone()}
            onChange={setZone}
          />
        )}
        <Button type="submit" loading={create.isPending}>
          {isReset ? t`Set password` : t`Create account`}
        </Button>
      </form>
    </Alone>
  );
}

/**
 * Gives the customer the time zone that its first owner chose; without a choice that of this
 * device, unless the operator has set one.
 * @returns the session that goes on; a zone that could not be set can be chosen in the settings
 */
async function inZone(session: Session, chosen: string | undefined): Promise<Session> {
  const { customer } = session;
  const zone = chosen ?? (customer.time_zone === 'UTC' ? ownZone() : customer.time_zone);
  if (zone === customer.time_zone) return session;
  const answer = await api.PUT('/profile', { body: { timezone: zone } }).catch(() => undefined);
  return answer?.response.ok ? { ...session, customer: { ...customer, time_zone: zone } } : session;
}
