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
    owner: t`Everything, also people, keys and the company`,
    sender: t`Writes, and may send`,
    editor: t`Writes, imports and tests, but does not send`,
    viewer: t`Reads only`,
  };
}
