// What mail leaves through, and what it is signed with.
import { faultsOf } from '../../domains/describe.ts';
import { viewsOf } from '../../domains/listing.ts';
import { listDomains } from '../../domains/queries.ts';
import { relayHostsOf } from '../../domains/relay-hosts.ts';
import { minuteText } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { textOf } from '../../kernel/sentences/sentence.ts';
import { outwardOf } from '../../mail/smtp/direct/around.ts';
import { isDirect } from '../../mail/smtp/direct/settings.ts';
import { findSettingsInForce } from '../../relays/in-force.ts';
import { probeStoredRelay } from '../../relays/probe.ts';
import { listRelays } from '../../relays/queries.ts';
import { decryptRelay } from '../../relays/usable.ts';
import type { RelayRow } from '../../storage/tables/delivery.ts';
import { directFindings } from './direct.ts';
import { type Examined, type Finding, good, PATIENCE_MS, RELAY_PATIENCE_MS, warning, wrong } from './finding.ts';

/** Certificates that are renewed by themselves have a month left then, or three weeks. */
const CERTIFICATE_AHEAD_MS = 14 * DAY_MS;
const CERTIFICATE_ADVICE =
  'Ask the people who run that server to renew it. After that time, messages wait until it is renewed.';

/**
 * Opens a session with each relay, as delivery would, and looks around where there is none between;
 * no message is sent.
 */
export async function checkRelays({ db, clock, secret, relay }: Examined): Promise<Finding[]> {
  const stored = (await listRelays(db)).filter(({ status }) => status === 'active');
  const [direct, others] = [stored.filter(({ host }) => isDirect(host)), stored.filter(({ host }) => !isDirect(host))];
  const probes = others.map(async (row): Promise<Finding[]> => {
    const { works, line, sentences, certificateUntil } = await probeStoredRelay({ db, secret, clock }, row, {
      deadlineMs: RELAY_PATIENCE_MS,
    });
    const values = { relay: `${row.name} (${row.id})`, line };
    const said = [works ? 'relay-works' : 'relay-fails', `The relay ${values.relay}: ${line}`, values] as const;
    return [{ ...ofProbe(works, said), sentences }, ...endOf(certificateUntil, values.relay, clock.now())];
  });
  if (relay && !relay.lookAround) probes.unshift(probeConfigured(relay, clock.now()));
  const around = direct.map((row) => aroundStored(row, secret));
  if (relay?.lookAround) around.unshift(relay.lookAround(PATIENCE_MS).then(directFindings));
  const findings = (await Promise.all([...probes, ...around])).flat();
  if (findings.length > 0) return findings;
  if ((await findSettingsInForce(db))?.relay) {
    return [good('relays', ['relays-of-servers', 'Servers send through their configured relay.'])];
  }
  const advice = 'Set MAILWRIGHT_SMTP_URL, or add one: npx mailwright relay add --help';
  const text = 'There is no relay, so mail goes to the test inbox and not to people.';
  return [warning('relays', ['relays-none', text], advice)];
}

async function aroundStored(row: RelayRow, secret: string): Promise<Finding[]> {
  const relay = decryptRelay(row, secret);
  return relay.direct ? directFindings(await outwardOf(relay, relay.direct, PATIENCE_MS)) : [];
}

async function probeConfigured({ shownAs, probe }: NonNullable<Examined['relay']>, now: number): Promise<Finding[]> {
  const { works, line, sentences, certificateUntil } = await probe(RELAY_PATIENCE_MS);
  const code = works ? 'relay-of-configuration-works' : 'relay-of-configuration-fails';
  const text = `The configured relay, ${shownAs}: ${line}`;
  const finding = { ...ofProbe(works, [code, text, { relay: shownAs, line }]), sentences };
  return [finding, ...endOf(certificateUntil, shownAs, now)];
}

/** What a relay's certificate stands for ends soon: from then on it is not used any more. */
function endOf(until: number | undefined, relay: string, now: number): Finding[] {
  if (until === undefined || until - now >= CERTIFICATE_AHEAD_MS) return [];
  const text = `The certificate of relay ${relay} expires on ${minuteText(until)}.`;
  const said = ['relay-certificate-ends', text, { relay, at: new Date(until).toISOString() }] as const;
  return [warning('relays', said, CERTIFICATE_ADVICE)];
}

function ofProbe(works: boolean, said: Parameters<typeof good>[1]): Finding {
  if (works) return good('relays', said);
  return wrong('relays', said, 'Until it works, messages wait or go through other relays.');
}

/** What DNS said of each sending domain when it was last looked up. */
export async function checkDomains({ db, relay }: Examined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [customerId, domains] of Map.groupBy(await listDomains(db), (one) => one.customer_id)) {
    const views = await viewsOf(db, domains, await relayHostsOf(db, customerId, relay));
    for (const view of views) {
      const { name: domain } = view.domain;
      const check = `npx mailwright domain check ${domain}`;
      if (view.status === 'unchecked') {
        const text = `The DNS records of ${domain} have not been checked yet.`;
        findings.push(warning('domains', ['domain-unchecked', text, { domain }], check));
      } else if (view.status === 'good' || view.status === 'weak') {
        const text = `Mail from ${domain} is signed, and DNS has its records.`;
        findings.push(good('domains', ['domain-good', text, { domain }]));
      } else {
        const sentences = faultsOf(view);
        const reason = textOf(sentences);
        const said = ['domain-wrong', `${domain}: ${reason}`, { domain, reason }] as const;
        findings.push({ ...wrong('domains', said, `Publish the records, then: ${check}`), sentences });
      }
    }
  }
  if (findings.length > 0) return findings;
  const text = 'Mail is not signed for any domain, so many receivers distrust it.';
  return [warning('domains', ['domains-none', text], 'npx mailwright domain add <domain>')];
}
