// What the palette offers without a search: every screen that has an address of its own, and what
// can be done from anywhere.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Session, sessionQuery, useMay, useSession } from '../api/accounts/session.ts';
import { useSignOut } from '../api/accounts/use-sign-out.ts';
import { answerOf, api } from '../api/client.ts';
import type { FinderItem } from '../kit/table/finder.tsx';
import { toast } from '../kit/toast.ts';

export function useScreens(): FinderItem[] {
  const { t } = useLingui();
  const isOwner = useMay('own');
  const isOperator = useMay('operate');
  const { installation } = useSession();
  const navigate = useNavigate();
  const names = {
    '/campaigns': t`Campaigns`,
    '/campaigns/calendar': t`Calendar`,
    '/lists': t`Lists`,
    '/segments': t`Segments`,
    '/templates': t`Templates`,
    '/pictures': t`Images`,
    '/reports': t`Reports`,
    '/deliverability': t`Deliverability`,
    '/deliverability/returned': t`Returned mail`,
    '/deliverability/suppression': t`Suppression list`,
    '/settings': t`Settings: my account`,
    '/settings/company': t`Settings: company`,
    '/settings/brand': t`Settings: brand`,
  } as const;
  const owners = {
    '/settings/people': t`Settings: people`,
    '/settings/keys': t`Settings: API keys`,
    '/settings/webhooks': t`Settings: webhooks`,
    '/settings/audit': t`Settings: audit`,
  } as const;
  const operators = {
    '/deliverability/queue': t`Queue and lanes`,
    '/settings/health': t`Settings: health`,
  } as const;
  const offered = { ...names, ...(isOwner && owners), ...(isOperator && operators) };
  const paths = Object.entries(offered) as [keyof typeof names, string][];
  const screens = paths.map(([to, name]) => ({ key: to, name, go: () => void navigate({ to }) }));
  const keyboard = { key: '/keyboard', name: t`Keyboard shortcuts`, go: () => void navigate({ to: '/keyboard' }) };
  const inbox = { key: '/test-inbox', name: t`Test inbox`, go: () => void navigate({ to: '/test-inbox' }) };
  return [...screens, keyboard, ...(installation.test_inbox ? [inbox] : [])];
}

type Theme = Session['user']['theme'];

export function useActions(): FinderItem[] {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const setTheme = useTheme();
  const making = [
    { key: 'new-campaign', name: t`New campaign`, go: () => void navigate({ to: '/campaigns', hash: 'new-campaign' }) },
    { key: 'new-list', name: t`New list`, go: () => void navigate({ to: '/lists', hash: 'new-list' }) },
  ];
  const themes: Record<Theme, string> = {
    light: t`Theme: light`,
    dark: t`Theme: dark`,
    system: t`Theme: same as system`,
  };
  const others = (Object.keys(themes) as Theme[]).filter((theme) => theme !== user.theme);
  return [
    ...(mayEdit ? making : []),
    ...others.map((theme) => ({ key: `theme-${theme}`, name: themes[theme], go: () => setTheme(theme) })),
    {
      key: 'curl',
      name: t`Copy as curl: this screen’s API requests`,
      go: () => void navigate({ to: '.', search: true, hash: 'curl' }),
    },
    { key: 'sign-out', name: t`Sign out`, go: signOut },
  ];
}

function useTheme(): (theme: Theme) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (theme: Theme) => answerOf(api.PUT('/me', { body: { theme } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => toast(error.message, 'bad'),
  });
  return (theme) => mutate(theme);
}
