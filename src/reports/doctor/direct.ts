// What delivery without a relay needs: docs/direct-delivery.md says why.
import type { OutwardState, SourceState } from '../../network/outward.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

/** The findings about one relay that is direct delivery. */
export function directFindings({ greets, resolver, port, sources }: OutwardState): Finding[] {
  const findings = [ofResolver(resolver), ofPort(port)];
  for (const source of sources) findings.push(ofSource(source, greets));
  return findings;
}

function ofResolver({ servers, proves, reason }: OutwardState['resolver']): Finding {
  const advice = 'Run a resolver that checks DNSSEC on this machine (apt install unbound): docs/direct-delivery.md.';
  if (proves === 'yes') {
    const text = `Direct delivery: the resolver ${servers} checks DNSSEC, so DANE is enforced.`;
    return good('relays', ['direct-dnssec', text, { servers }]);
  }
  if (proves === 'no-answer') {
    const text = `Direct delivery: the resolver ${servers} does not answer: ${reason}`;
    const look = 'Check /etc/resolv.conf, or the option dns.';
    return wrong('relays', ['direct-resolver-fails', text, { servers, reason }], look);
  }
  if (proves === 'no') {
    const text = `Direct delivery: the resolver ${servers} does not check DNSSEC, so DANE is not used.`;
    return warning('relays', ['direct-dnssec-none', text, { servers }], advice);
  }
  const text = `Direct delivery: the resolver ${servers} is not on this machine, so what it says about DNSSEC is not trusted and DANE is not used.`;
  return warning('relays', ['direct-dnssec-not-trusted', text, { servers }], advice);
}

function ofPort({ works, line }: OutwardState['port']): Finding {
  if (works) return good('relays', ['direct-port-open', `Port 25 is open: ${line.replace(/^ok: /, '')}.`, { line }]);
  const text = `Direct delivery: no large receiver’s mail server can be reached: ${line}`;
  const advice =
    'Most clouds and all home connections block port 25. Ask for it to be opened, or send through a relay.';
  return wrong('relays', ['direct-port-closed', text, { line }], advice);
}

function ofSource({ address, state, names, confirmed }: SourceState, greets: string | undefined): Finding {
  const name = confirmed[0] ?? '';
  const values = { address, names: names.join(', '), name, greets: greets ?? '' };
  const advice = `Ask the provider of the address to set its name (PTR)${greets ? ` to ${greets}` : ''}, and make that name point to ${address} in DNS.`;
  if (state === 'hidden') {
    const text = `Direct delivery: mail leaves from ${address}, a private address. The public address that receivers see is not known here.`;
    return warning(
      'relays',
      ['direct-source-hidden', text, values],
      'Make sure the public address has a name (PTR) that points back to it.',
    );
  }
  if (state === 'no-answer') {
    const text = `Direct delivery: DNS does not return the name of ${address}.`;
    return warning('relays', ['direct-name-unknown', text, values], 'Check again later.');
  }
  if (names.length === 0) {
    const text = `Direct delivery: ${address} has no name (PTR), so large receivers refuse its mail.`;
    return wrong('relays', ['direct-name-none', text, values], advice);
  }
  if (confirmed.length === 0) {
    const text = `Direct delivery: ${address} is named ${values.names}, which does not point back to it, so large receivers refuse its mail.`;
    return wrong('relays', ['direct-name-not-confirmed', text, values], advice);
  }
  if (greets === undefined || !confirmed.includes(greets.toLowerCase())) {
    const text = `Direct delivery: ${address} is named ${name} but greets as ${greets ?? 'the machine is named'}.`;
    return warning('relays', ['direct-greets-otherwise', text, values], `Set name=${name}.`);
  }
  return good('relays', ['direct-name-good', `Direct delivery: ${address} and ${name} point to each other.`, values]);
}
