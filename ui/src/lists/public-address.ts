// Where the public pages of lists are: at the address that the operator set.
import { useSession } from '../api/accounts/session.ts';

export const usePublicAddress = (): string => useSession().installation.base_url;
