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
    'waits-approval': () => t`The campaign is awaiting approval.`,
    'waits-run': ({ at }) => t`Its next run is at ${local(at)}.`,
    'waits-time': ({ at }) => t`It is scheduled for ${local(at)}.`,
    'waits-clocks': ({ at }) => t`It starts at ${local(at)}, when the first time zone reaches its send time.`,
    'waits-runs-off': () => t`Its recurring runs are switched off.`,
    'waits-list-removed': () => t`The list of the campaign was removed.`,
    'waits-customer-off': () => t`This customer is switched off.`,
    'waits-store': ({ why }) => t`Data cannot be stored right now, so nothing is sent. ${why}`,
    'waits-base-url': () =>
      t`No campaign can start: the public address (MAILWRIGHT_BASE_URL) is not set, so every link would lead to the recipient’s own computer.`,
    'waits-address': () =>
      t`The campaign cannot start: the postal address is not set, and emails must include it by law. You can set it in the settings or on the list.`,
    'waits-worker-refused': ({ why }) => t`No worker is allowed to send. ${why}`,
    'waits-worker-none': () => t`No worker is running, so nothing is sent.`,
    'waits-relays-gone': ({ numbers }) =>
      t`Its relays (${numbers}) were removed or switched off. Pause the campaign and choose others.`,
    'waits-relays-none': () =>
      t`No relay is available for its emails: all of them are switched off or belong to other customers, and the test inbox is not used where there is a relay.`,
    'waits-relay-fails': ({ name }) => t`No relay can be used right now. ${name}:`,
    'waits-answer': ({ at }) =>
      t`What was begun at ${local(at)} is waiting for the mail server’s answer. A server that says nothing for five minutes is disconnected.`,
    'waits-put-off': ({ at, reply }) =>
      t`All remaining messages are postponed until ${local(at)} or later. The first one: ${reply}`,
  };
}
