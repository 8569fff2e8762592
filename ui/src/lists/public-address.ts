// Where the public pages of lists are: at the address that the operator set. Who may not ask for it
// gets that of this page.
import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../api/accounts/profile.ts';
import { useMay } from '../api/accounts/session.ts';

/** @returns undefined while it is asked for */
export function usePublicAddress(): string | undefined {
  const installation = useQuery({ ...installationQuery, enabled: useMay('own') });
  return installation.isLoading ? undefined : (installation.data?.base_url ?? window.location.origin);
}
