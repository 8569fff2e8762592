// What owners alone may see; everybody else learns why not.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useRoleNames } from '../api/accounts/roles.ts';
import { useMay, useSession } from '../api/accounts/session.ts';
import { Notice } from '../kit/notice.tsx';

export function OwnersOnly({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const roles = useRoleNames();
  const { role, customer } = useSession();
  if (useMay('own')) return children;
  const [own, needed] = [roles[role], roles.owner];
  return (
    <Notice>{t`This is only for people with the role “${needed}”. Yours is “${own}”. Ask an owner of ${customer.name}.`}</Notice>
  );
}
