// Why a campaign waits although it should be sent.
import { useLingui } from '@lingui/react/macro';
import { useLocalTime } from './local-time.ts';
import type { Words } from './words.ts';

export function useWaitingWords(): Words<'waits'> {
  const { t } = useLingui();
  const local = useLocalTime();
  return {
    'waits-draft': () => t`The campaign is a draft.`,
    'waits-paused': () => t`The campaign is paused.`,
    'waits-blocked': () => t`The campaign is blocked.`,
    'waits-approval': () => t`The campaign waits for approval.`,
    'waits-run': ({ at }) => t`Its next run is at ${local(at)}.`,
    'waits-time': ({ at }) => t`Its time is still to come: ${local(at)}.`,
    'waits-clocks': ({ at }) => t`It begins at ${local(at)}, when the first clocks show it.`,
    'waits-runs-off': () => t`Its runs have been switched off.`,
    'waits-list-removed': () => t`The list of the campaign was removed.`,
    'waits-customer-off': () => t`This customer is switched off.`,
    'waits-store': ({ why }) => t`Nothing can be written down, so nothing goes out. ${why}`,
    'waits-base-url': () =>
      t`No campaign begins: the public address (MAILWRIGHT_BASE_URL) is not set, so every link would lead to the machine of whoever reads the mail.`,
    'waits-address': () =>
      t`The postal address is not set, and mails carry it by law: the campaign does not begin. It is set in the settings, or at the list.`,
    'waits-worker-refused': ({ why }) => t`No worker may send. ${why}`,
    'waits-worker-none': () => t`No worker is running: nobody sends.`,
    'waits-relays-gone': ({ numbers }) =>
      t`Its relays (${numbers}) were removed or switched off. Pause it and give it others.`,
    'waits-relays-none': () =>
      t`No relay may take its mails: all are switched off or belong to others, and the test inbox takes nothing where there is a relay.`,
    'waits-relay-fails': ({ name }) => t`No relay can be used at the moment. ${name}:`,
    'waits-put-off': ({ at, reply }) =>
      t`All messages that are left were put off until ${local(at)} or later. The first of them: ${reply}`,
  };
}
