// What roles are called, and what each may do.
import { useLingui } from '@lingui/react/macro';
import type { Session } from './session.ts';

export type Role = Session['role'];

export function useRoleNames(): Record<Role, string> {
  const { t } = useLingui();
  return { owner: t`Owner`, sender: t`Sender`, editor: t`Editor`, viewer: t`Viewer` };
}

export function useRoleRights(): Record<Role, string> {
  const { t } = useLingui();
  return {
    owner: t`Everything, including people, keys and company details`,
    sender: t`Can write and send`,
    editor: t`Can write, import and test, but not send`,
    viewer: t`Can only view`,
  };
}
