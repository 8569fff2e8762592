// What to do about what was found, in the person's language.
import { useLingui } from '@lingui/react/macro';
import type { Finding } from '../../api/accounts/examination.ts';
import { useBackupTexts } from './backup-texts.ts';
import { useDirectTexts } from './direct-texts.ts';
import { usePictureTexts } from './picture-texts.ts';

/** Null: nothing is to be done. */
export function useAdvice(): (finding: Finding) => string | null {
  const { t } = useLingui();
  const ofDirect = useDirectTexts();
  const ofBackup = useBackupTexts();
  const ofPictures = usePictureTexts();
  const role = t`If one is running, its log and /readyz say why it does not send.`;
  const room = t`Free up space. MAILWRIGHT_KEEP_MESSAGE_DAYS removes details of old campaigns.`;
  const ntp = t`Set both clocks with NTP. Nothing starts before it is due by both.`;
  const waits = t`Until it works, messages wait or go through other relays.`;
  return (finding) => {
    const { code, values, advice } = finding;
    const of = (name: string) => String(values[name]);
    const [domain, mailbox] = [of('domain'), of('number')];
    const texts: Readonly<Record<string, string>> = {
      'store-takes-nothing': t`Nothing is sent or saved until it accepts changes again.`,
      'store-damaged': t`Stop the server, keep a copy of the data folder, and restore the last backup.`,
      'store-locked': t`What it has locked is blocked until it commits or is ended: select pg_terminate_backend(${of('pid')});`,
      'store-transaction-old': t`Until it ends, PostgreSQL keeps all versions of changed rows, and the database grows. Unless it is a backup or other work that you want: select pg_terminate_backend(${of('pid')});`,
      'store-machine-silent': t`Mail from the customers on it waits and continues when it is back. Check its PostgreSQL and the network.`,
      'customer-leaving': t`If it is not running now: npx mailwright customer remove ${of('customer')} --yes`,
      'disk-full': room,
      'disk-scarce': room,
      'log-waits': t`Free up space where standard output goes. Waiting lines are then written, and the log says what was lost.`,
      'clock-behind': ntp,
      'clock-ahead': ntp,
      'clock-past': t`Set it with NTP. Nothing starts before it is due by this clock, and certificates may count as not valid yet.`,
      'clock-not-kept': t`Start a server with the role clock, which MAILWRIGHT_ROLES includes by default.`,
      'campaign-overdue': t`It starts once nothing is in the way. If that failed, the log has campaign.look-failed.`,
      'campaign-held': t`It starts automatically once that is done. Its page says the same to the person who created it.`,
      'workers-none': `${t`Start a server with the role worker, which MAILWRIGHT_ROLES includes by default.`} ${role}`,
      'lanes-too-many': t`Start it with a limit of ${of('right')} or more (ulimit -n, or LimitNOFILE in systemd), or use fewer lanes.`,
      'relay-fails': waits,
      'relay-of-configuration-fails': waits,
      'relay-certificate-ends': t`Ask the people who run that server to renew it. After that time, messages wait until it is renewed.`,
      'relays-none': t`Add a relay, or set MAILWRIGHT_SMTP_URL.`,
      'domain-unchecked': t`Check them, or run: npx mailwright domain check ${domain}`,
      'domain-wrong': t`Publish the records, then check them again.`,
      'domains-none': t`Add the domain of your From addresses and publish its records.`,
      'base-url-local': t`Set MAILWRIGHT_BASE_URL to the public address and restart the servers.`,
      'base-url-open': t`Put a proxy with TLS in front of it: docs/behind-a-proxy.md.`,
      'base-url-not-reached': t`Links, opens and unsubscribing do not work. Check DNS, the proxy and the server.`,
      'mailbox-fails': t`Fix it, then run: npx mailwright mailbox check ${mailbox}`,
      'return-address-none': t`Set MAILWRIGHT_RETURN_ADDRESS: docs/return-path.md.`,
      'return-path-unknown': t`Check again later.`,
      'return-path-wrong': t`Publish an MX record for ${domain} that points to its mail server: docs/return-path.md.`,
      'replication-weak': t`See docs/postgresql.md.`,
      'not-checked': t`First fix what the other findings name.`,
    };
    return advice === null
      ? null
      : (texts[code] ?? (ofDirect(finding) ?? ofBackup(finding) ?? ofPictures(finding))?.advice ?? advice);
  };
}
