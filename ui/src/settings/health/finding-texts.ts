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
    store: t`Store`,
    disk: t`Disk`,
    backup: t`Backup`,
    clock: t`Clock`,
    workers: t`Workers`,
    relays: t`Relays`,
    domains: t`Domains`,
    'base-url': t`Public address`,
    'return-path': t`Returned mail`,
    replication: t`Replication`,
    pictures: t`Pictures of templates`,
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
        return t`The store takes no changes: ${reason}`;
      case 'store-on-server':
        return t`The PostgreSQL database takes changes; it has ${size}.`;
      case 'store-whole':
        return t`The SQLite file takes changes and is whole; it has ${size}.`;
      case 'store-locked':
        return t`Statements wait for a lock of session ${String(values['pid'])} of the database: ${String(values['who'])}.`;
      case 'store-machine-silent':
        return t`A machine of the store does not answer: ${String(values['machine'])}.`;
      case 'store-damaged':
        return t`The SQLite file is damaged: ${reason}`;
      case 'disk-full':
      case 'disk-scarce':
      case 'disk-has-room':
        return t`The disk of the data folder has ${size} left.`;
      case 'log-waits':
        return t`The log takes no lines: ${reason}. They wait in memory; lost so far: ${lost}.`;
      case 'clock-behind':
        return t`This machine’s clock is ${seconds} s behind the database’s.`;
      case 'clock-ahead':
        return t`This machine’s clock is ${seconds} s ahead of the database’s.`;
      case 'clock-past':
        return t`This machine’s clock shows ${String(values['shown'])}, and the store has what was written at ${String(values['known'])}: the clock is behind, or was ahead then.`;
      case 'clock-kept':
        return t`A server starts what is due.`;
      case 'clock-not-kept':
        return t`Nothing starts when it is due: no server with the role clock is alive.`;
      case 'workers-send':
        return t`${plural(count, { one: 'One worker sends.', other: '# workers send.' })}`;
      case 'lanes-too-many':
        return t`The relays may have ${lanes} lanes, of which ${used} are used at a time: the server may have ${files} files and connections open.`;
      case 'workers-none':
        return t`Nobody sends: no worker is alive.`;
      case 'replication-keeps':
        return t`What the PostgreSQL server acknowledges is kept.`;
      case 'replication-weak':
        return t`A standby that takes over may lack something: ${reason}`;
      case 'not-checked':
        return t`It could not be examined: ${reason}`;
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
        const first = t`The campaign ${of('campaign')} of customer ${of('customer')} should have begun at ${of('time')}, and has not; such campaigns: ${of('count')}.`;
        return sentences.length === 0 ? first : `${first} ${reason}`;
      }
      case 'campaign-held': {
        const first = t`The campaign ${of('campaign')} of customer ${of('customer')} should have begun at ${of('time')}, and waits for somebody; such campaigns: ${of('count')}.`;
        return sentences.length === 0 ? first : `${first} ${reason}`;
      }
      case 'relay-works':
      case 'relay-fails':
        return t`Relay ${relay}: ${line}`;
      case 'relay-of-configuration-works':
      case 'relay-of-configuration-fails':
        return t`The relay of the configuration, ${relay}: ${line}`;
      case 'relay-certificate-ends': {
        const at = format.instant(Date.parse(of('at')));
        return t`The certificate of the relay ${relay} expires at ${at}.`;
      }
      case 'relays-of-servers':
        return t`Servers send through the relay of their configuration.`;
      case 'relays-none':
        return t`There is no relay: mail goes to the test inbox, and not to people.`;
      case 'domain-unchecked':
        return t`The DNS records of ${domain} have not been checked yet.`;
      case 'domain-good':
        return t`Mail from ${domain} is signed, and DNS has its records.`;
      case 'domain-wrong':
        return `${domain}: ${reason}`;
      case 'domains-none':
        return t`Mail is not signed for any domain, and many receivers distrust it.`;
      case 'base-url-local':
        return t`Links in mails lead to ${url}, which opens on this machine only.`;
      case 'base-url-open':
        return t`Links in mails lead to ${url}, without encryption.`;
      case 'base-url-reached':
        return t`${url} leads to a server of ours.`;
      case 'base-url-not-reached':
        return t`${url} does not lead to a server of ours from here: ${reason}`;
      case 'mailbox-fails':
        return t`Returned mail is not fetched from ${mailbox}: ${reason}`;
      case 'return-address-none':
        return t`Returned mail goes to the From addresses: bounces are not heard of.`;
      case 'return-path-good':
        return t`Returned mail goes to ${address}, by ${host}.`;
      case 'return-path-unknown':
        return t`Whether returned mail to ${address} arrives is not known: ${reason}`;
      case 'return-path-wrong':
        return t`Returned mail to ${address} cannot arrive: ${reason}`;
      default:
        return undefined;
    }
  };
}
