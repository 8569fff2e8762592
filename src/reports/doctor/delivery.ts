// What mail leaves through, and what it is signed with.
import { faultsOf } from '../../domains/describe.ts';
import { viewsOf } from '../../domains/listing.ts';
import { listDomains } from '../../domains/queries.ts';
import { relayHostsOf } from '../../domains/relay-hosts.ts';
import { type Probe, probeRelay } from '../../mail/smtp/probe.ts';
import { relayName } from '../../mail/smtp/relay-url.ts';
import { findSettingsInForce } from '../../relays/in-force.ts';
import { probeStoredRelay } from '../../relays/probe.ts';
import { listRelays } from '../../relays/queries.ts';
import { type Examined, type Finding, good, warning, wrong } from './finding.ts';

/** Opens a session with each relay, as delivery would; no message is sent. */
export async function checkRelays({ db, clock, secret, relay, patienceMs }: Examined): Promise<Finding[]> {
  const options = { deadlineMs: patienceMs };
  const findings: Finding[] = [];
  if (relay)
    findings.push(ofProbe(`The relay of the configuration, ${relayName(relay)}`, await probeRelay(relay, options)));
  const stored = (await listRelays(db)).filter(({ status }) => status === 'active');
  for (const row of stored) {
    const probe = await probeStoredRelay({ db, secret, clock }, row, options);
    findings.push(ofProbe(`The relay ${row.name} (${row.id})`, probe));
  }
  if (findings.length > 0) return findings;
  if ((await findSettingsInForce(db))?.relay)
    return [good('relays', 'Servers send through the relay of their configuration.')];
  const advice = 'Set MAILWRIGHT_SMTP_URL, or add one: npx mailwright relay add --help';
  return [warning('relays', 'There is no relay: mail goes to the test inbox, and not to people.', advice)];
}

function ofProbe(name: string, { works, line }: Probe): Finding {
  if (works) return good('relays', `${name}: ${line}`);
  return wrong('relays', `${name}: ${line}`, 'Messages wait, or go over other relays, until it works.');
}

/** What DNS said of each sending domain when it was last looked up. */
export async function checkDomains({ db, relay }: Examined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [customerId, domains] of Map.groupBy(await listDomains(db), (one) => one.customer_id)) {
    const views = await viewsOf(db, domains, await relayHostsOf(db, customerId, relay));
    for (const view of views) {
      const { domain, status } = view;
      const check = `npx mailwright domain check ${domain.name}`;
      if (status === 'unchecked') {
        findings.push(warning('domains', `Nobody has checked the DNS records of ${domain.name} yet.`, check));
      } else if (status === 'good' || status === 'weak') {
        findings.push(good('domains', `Mail from ${domain.name} is signed, and DNS has its records.`));
      } else {
        findings.push(wrong('domains', `${domain.name}: ${faultsOf(view)}`, `Publish the records, then: ${check}`));
      }
    }
  }
  if (findings.length > 0) return findings;
  const advice = 'npx mailwright domain add <domain>';
  return [warning('domains', 'Mail is not signed for any domain, and many receivers distrust it.', advice)];
}
