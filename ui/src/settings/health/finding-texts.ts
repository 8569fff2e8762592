// What is examined is called, and what was found is said, in the person's language. A server that
// is newer than this page may find what has no words here yet: then it says it in its own.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Check, Finding } from '../../api/accounts/examination.ts';
import { useSentences } from '../../api/sentences/use-sentences.ts';
import { useFormat } from '../../api/use-format.ts';
import { useBackupTexts } from './backup-texts.ts';
import { useDirectTexts } from './direct-texts.ts';
import { usePictureTexts } from './picture-texts.ts';

export function useCheckNames(): Readonly<Record<Check, string>> {
  const { t } = useLingui();
  return {
    store: t`Database`,
    disk: t`Disk`,
    backup: t`Backup`,
    clock: t`Clock`,
    workers: t`Workers`,
    relays: t`Relays`,
    domains: t`Domains`,
    'base-url': t`Public address`,
    'return-path': t`Returned mail`,
    replication: t`Replication`,
    pictures: t`Template thumbnails`,
  };
}

export function useFindingText(): (finding: Finding) => string {
  const ofServer = useServerTexts();
  const ofMail = useMailTexts();
  const ofDirect = useDirectTexts();
  const ofBackup = useBackupTexts();
  const ofPictures = usePictureTexts();
  return (finding) =>
    ofServer(finding) ??
    ofMail(finding) ??
    (ofDirect(finding) ?? ofBackup(finding) ?? ofPictures(finding))?.text ??
    finding.text;
}

/** @returns what tells a size, given in MB */
export function useSizeOf(): (mb: number) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (mb) => {
    const gb = format.number(mb < 10_000 ? Math.round(mb / 100) / 10 : Math.round(mb / 1_000));
    return mb < 1_000 ? t`${format.number(mb)} MB` : t`${gb} GB`;
  };
}

function useServerTexts(): (finding: Finding) => string | undefined {
  const { t } = useLingui();
  const format = useFormat();
  const sizeOf = useSizeOf();
  return ({ code, values }) => {
    const size = sizeOf(Number(values['mb']));
    const seconds = format.number(Number(values['seconds']));
    const [lanes, used, files] = ['lanes', 'used', 'files'].map((name) => format.number(Number(values[name])));
    const count = Number(values['count']);
    const [reason, lost] = [String(values['reason']), format.number(Number(values['lost']))];
    switch (code) {
      case 'store-takes-nothing':
        return t`The database does not accept changes: ${reason}`;
      case 'store-on-server':
        return t`The PostgreSQL database accepts changes. Its size is ${size}.`;
      case 'store-whole':
        return t`The SQLite file accepts changes and is intact. Its size is ${size}.`;
      case 'store-locked':
        return t`Statements are waiting for a lock held by database session ${String(values['pid'])}: ${String(values['who'])}.`;
      case 'store-transaction-old':
        return t`Database session ${String(values['pid'])} has had a transaction open for ${format.number(Number(values['minutes']))} min: ${String(values['who'])}.`;
      case 'store-machine-silent':
        return t`A database machine does not answer: ${String(values['machine'])}.`;
      case 'customer-leaving':
        return t`The removal of customer ${String(values['customer'])} is not complete.`;
      case 'store-damaged':
        return t`The SQLite file is damaged: ${reason}`;
      case 'disk-full':
      case 'disk-scarce':
      case 'disk-has-room':
        return t`The disk with the data folder has ${size} left.`;
      case 'log-waits':
        return t`The log cannot be written: ${reason}. Lines wait in memory; lost so far: ${lost}.`;
      case 'clock-behind':
        return t`This machine’s clock is ${seconds} s behind the database’s.`;
      case 'clock-ahead':
        return t`This machine’s clock is ${seconds} s ahead of the database’s.`;
      case 'clock-past':
        return t`This machine’s clock shows ${String(values['shown'])}, but the database has data written at ${String(values['known'])}. The clock is behind, or it was ahead then.`;
      case 'clock-kept':
        return t`A server is running that starts what is due.`;
      case 'clock-not-kept':
        return t`Nothing starts when it is due: no server with the role clock is running.`;
      case 'workers-send':
        return t`${plural(count, { one: 'One worker is sending.', other: '# workers are sending.' })}`;
      case 'lanes-too-many':
        return t`The relays may have ${lanes} lanes, ${used} of them in use at a time, but the server may have only ${files} files and connections open.`;
      case 'workers-none':
        return t`Nothing is being sent: no worker is running.`;
      case 'replication-keeps':
        return t`Everything the PostgreSQL server acknowledges is kept.`;
      case 'replication-weak':
        return t`What the PostgreSQL server acknowledged may be lost: ${reason}`;
      case 'not-checked':
        return t`This could not be checked: ${reason}`;
      default:
        return undefined;
    }
  };
}

function useMailTexts(): (finding: Finding) => string | undefined {
  const { t } = useLingui();
  const format = useFormat();
  const said = useSentences();
  return ({ code, values, sentences }) => {
    const of = (name: string) => String(values[name]);
    const [relay, domain] = [of('relay'), of('domain')];
    const [line, reason] = [said(sentences, of('line')), said(sentences, of('reason'))];
    const [url, mailbox, address, host] = [of('url'), of('mailbox'), of('address'), of('host')];
    switch (code) {
      case 'campaign-overdue': {
        const first = t`Campaign ${of('campaign')} of customer ${of('customer')} should have started at ${of('time')} but has not. Campaigns like this: ${of('count')}.`;
        return sentences.length === 0 ? first : `${first} ${reason}`;
      }
      case 'campaign-held': {
        const first = t`Campaign ${of('campaign')} of customer ${of('customer')} should have started at ${of('time')} but is waiting for someone. Campaigns like this: ${of('count')}.`;
        return sentences.length === 0 ? first : `${first} ${reason}`;
      }
      case 'relay-works':
      case 'relay-fails':
        return t`Relay ${relay}: ${line}`;
      case 'relay-of-configuration-works':
      case 'relay-of-configuration-fails':
        return t`The configured relay, ${relay}: ${line}`;
      case 'relay-certificate-ends': {
        const at = format.instant(Date.parse(of('at')));
        return t`The certificate of relay ${relay} expires on ${at}.`;
      }
      case 'relays-of-servers':
        return t`Servers send through their configured relay.`;
      case 'relays-none':
        return t`There is no relay, so mail goes to the test inbox and not to people.`;
      case 'domain-unchecked':
        return t`The DNS records of ${domain} have not been checked yet.`;
      case 'domain-good':
        return t`Mail from ${domain} is signed, and DNS has its records.`;
      case 'domain-wrong':
        return `${domain}: ${reason}`;
      case 'domains-none':
        return t`Mail is not signed for any domain, so many receivers distrust it.`;
      case 'base-url-local':
        return t`Links in emails lead to ${url}, which opens only on this machine.`;
      case 'base-url-open':
        return t`Links in emails lead to ${url}, without encryption.`;
      case 'base-url-reached':
        return t`${url} leads to this installation.`;
      case 'base-url-not-reached':
        return t`${url} does not lead to this installation from here: ${reason}`;
      case 'mailbox-fails':
        return t`Returned mail cannot be fetched from ${mailbox}: ${reason}`;
      case 'return-address-none':
        return t`Returned mail goes to the From addresses, so bounces go unnoticed.`;
      case 'return-path-good':
        return t`Returned mail goes to ${address}, via ${host}.`;
      case 'return-path-unknown':
        return t`It is not known whether returned mail to ${address} arrives: ${reason}`;
      case 'return-path-wrong':
        return t`Returned mail to ${address} cannot arrive: ${reason}`;
      default:
        return undefined;
    }
  };
}
