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
    const text = `Direct delivery: the resolver ${servers} checks DNSSEC, so DANE is held to.`;
    return good('relays', ['direct-dnssec', text, { servers }]);
  }
  if (proves === 'no-answer') {
    const text = `Direct delivery: the resolver ${servers} does not answer: ${reason}`;
    const look = 'Look at /etc/resolv.conf, or at the option dns.';
    return wrong('relays', ['direct-resolver-fails', text, { servers, reason }], look);
  }
  if (proves === 'no') {
    const text = `Direct delivery: the resolver ${servers} does not check DNSSEC, so DANE is not used.`;
    return warning('relays', ['direct-dnssec-none', text, { servers }], advice);
  }
  const text = `Direct delivery: what ${servers} says of DNSSEC is not believed, as it is not on this machine, so DANE is not used.`;
  return warning('relays', ['direct-dnssec-not-trusted', text, { servers }], advice);
}

function ofPort({ works, line }: OutwardState['port']): Finding {
  if (works) return good('relays', ['direct-port-open', `Port 25 is open: ${line.replace(/^ok: /, '')}.`, { line }]);
  const text = `Direct delivery: no mail server of a large receiver can be reached: ${line}`;
  const advice = 'Most clouds and all homes block port 25: ask for it, or send over a relay.';
  return wrong('relays', ['direct-port-closed', text, { line }], advice);
}

function ofSource({ address, state, names, confirmed }: SourceState, greets: string | undefined): Finding {
  const name = confirmed[0] ?? '';
  const values = { address, names: names.join(', '), name, greets: greets ?? '' };
  const advice = `Have who gave you the address set its name (PTR)${greets ? ` to ${greets}` : ''}, and DNS lead from it to ${address}.`;
  if (state === 'hidden') {
    const text = `Direct delivery: mail leaves by ${address}, a private address; the public one that receivers see is not known here.`;
    return warning(
      'relays',
      ['direct-source-hidden', text, values],
      'See that it has a name (PTR), which leads back to it.',
    );
  }
  if (state === 'no-answer') {
    const text = `Direct delivery: DNS does not tell the name of ${address}.`;
    return warning('relays', ['direct-name-unknown', text, values], 'Look again later.');
  }
  if (names.length === 0) {
    const text = `Direct delivery: ${address} has no name (PTR): large receivers refuse its mail.`;
    return wrong('relays', ['direct-name-none', text, values], advice);
  }
  if (confirmed.length === 0) {
    const text = `Direct delivery: ${address} is called ${values.names}, which does not lead back to it: large receivers refuse its mail.`;
    return wrong('relays', ['direct-name-not-confirmed', text, values], advice);
  }
  if (greets === undefined || !confirmed.includes(greets.toLowerCase())) {
    const text = `Direct delivery: ${address} is called ${name}, and greets as ${greets ?? 'the machine is called'}.`;
    return warning('relays', ['direct-greets-otherwise', text, values], `Say name=${name}.`);
  }
  return good('relays', ['direct-name-good', `Direct delivery: ${address} is ${name}, there and back.`, values]);
}
