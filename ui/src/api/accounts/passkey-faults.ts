// What went wrong between the browser and a passkey, in words.
import { useLingui } from '@lingui/react/macro';
import { NoPasskey, PasskeyThere } from './passkeys.ts';

/** @returns the words for what was thrown; whatever else it is stays as it is */
export function usePasskeyFault(): (error: Error | null) => Error | string | null {
  const { t } = useLingui();
  return (error) => {
    if (error instanceof NoPasskey) return t`No passkey was used: it was canceled or took too long.`;
    if (error instanceof PasskeyThere) return t`This device already has a passkey for your account.`;
    return error;
  };
}
