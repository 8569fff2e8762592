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
  const role = t`A running one says in its log and at /readyz why it does not.`;
  const room = t`Make room; MAILWRIGHT_KEEP_MESSAGE_DAYS removes details of old campaigns.`;
  const ntp = t`Let both be set by NTP: nothing begins before it is due by both.`;
  const waits = t`Messages wait, or go over other relays, until it works.`;
  return (finding) => {
    const { code, values, advice } = finding;
    const of = (name: string) => String(values[name]);
    const [domain, mailbox] = [of('domain'), of('number')];
    const texts: Readonly<Record<string, string>> = {
      'store-takes-nothing': t`Nothing is sent or written until it takes changes again.`,
      'store-damaged': t`Stop the server, keep a copy of the data folder, and go back to the last backup.`,
      'store-locked': t`What it locked stands still until it commits, or is ended: select pg_terminate_backend(${of('pid')});`,
      'store-machine-silent': t`Mail of the customers on it waits, and goes on when it is back: look at its PostgreSQL and the network.`,
      'disk-full': room,
      'disk-scarce': room,
      'log-waits': t`Make room where standard output goes: what waits is written then, and the log says what was lost.`,
      'clock-behind': ntp,
      'clock-ahead': ntp,
      'clock-past': t`Have it set by NTP: nothing begins before it is due by this clock, and certificates may count as not valid yet.`,
      'clock-not-kept': t`Start a server with the role clock, which MAILWRIGHT_ROLES has by default.`,
      'campaign-overdue': t`It begins when nothing is in the way; the log has campaign.look-failed where that failed.`,
      'campaign-held': t`It begins by itself as soon as that is done; its page says the same to who made it.`,
      'workers-none': `${t`Start a server with the role worker, which MAILWRIGHT_ROLES has by default.`} ${role}`,
      'lanes-too-many': t`Start it with a limit of ${of('right')} or more (ulimit -n, or LimitNOFILE of systemd), or have fewer lanes.`,
      'relay-fails': waits,
      'relay-of-configuration-fails': waits,
      'relay-certificate-ends': t`Have it renewed by whoever runs that server: messages wait from then on until it is.`,
      'relays-none': t`Add one, or set MAILWRIGHT_SMTP_URL.`,
      'domain-unchecked': t`Check them, or run: npx mailwright domain check ${domain}`,
      'domain-wrong': t`Publish the records, then check them again.`,
      'domains-none': t`Add the domain of your From addresses, and publish its records.`,
      'base-url-local': t`Set MAILWRIGHT_BASE_URL to the public address, and start the servers again.`,
      'base-url-open': t`Put a proxy with TLS in front: docs/behind-a-proxy.md.`,
      'base-url-not-reached': t`Links, opens and unsubscribing do not work: look at DNS, the proxy and the server.`,
      'mailbox-fails': t`Mend it, then run: npx mailwright mailbox check ${mailbox}`,
      'return-address-none': t`Set MAILWRIGHT_RETURN_ADDRESS: docs/return-path.md.`,
      'return-path-unknown': t`Look again later.`,
      'return-path-wrong': t`Publish an MX record for ${domain} that leads to its mail server: docs/return-path.md.`,
      'replication-weak': t`See docs/postgresql.md.`,
      'not-checked': t`Mend what the other findings name first.`,
    };
    return advice === null
      ? null
      : (texts[code] ?? (ofDirect(finding) ?? ofBackup(finding) ?? ofPictures(finding))?.advice ?? advice);
  };
}
