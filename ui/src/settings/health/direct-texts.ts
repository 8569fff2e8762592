// What was found about delivery without a relay, and what to do about it.
import { useLingui } from '@lingui/react/macro';
import type { Finding } from '../../api/accounts/examination.ts';

type Words = { text: string; advice?: string };

export function useDirectTexts(): (finding: Finding) => Words | undefined {
  const { t } = useLingui();
  const run = t`Run a resolver that checks DNSSEC on this machine (apt install unbound): docs/direct-delivery.md.`;
  return ({ code, values }) => {
    const of = (name: string) => String(values[name] ?? '');
    const [servers, reason, line, address] = [of('servers'), of('reason'), of('line'), of('address')];
    const [names, name, greets] = [of('names'), of('name'), of('greets')];
    const ask =
      greets === ''
        ? t`Have who gave you the address set its name (PTR), and let DNS lead from it to ${address}.`
        : t`Have who gave you the address set its name (PTR) to ${greets}, and let DNS lead from it to ${address}.`;
    const texts: Readonly<Record<string, Words>> = {
      'direct-dnssec': { text: t`Direct delivery: the resolver ${servers} checks DNSSEC, so DANE is held to.` },
      'direct-resolver-fails': {
        text: t`Direct delivery: the resolver ${servers} does not answer: ${reason}`,
        advice: t`Look at /etc/resolv.conf, or at the option dns.`,
      },
      'direct-dnssec-none': {
        text: t`Direct delivery: the resolver ${servers} does not check DNSSEC, so DANE is not used.`,
        advice: run,
      },
      'direct-dnssec-not-trusted': {
        text: t`Direct delivery: what ${servers} says of DNSSEC is not believed, as it is not on this machine, so DANE is not used.`,
        advice: run,
      },
      'direct-port-open': { text: t`Direct delivery: port 25 is open.` },
      'direct-port-closed': {
        text: t`Direct delivery: no mail server of a large receiver can be reached: ${line}`,
        advice: t`Most clouds and all homes block port 25: ask for it, or send over a relay.`,
      },
      'direct-source-hidden': {
        text: t`Direct delivery: mail leaves by ${address}, a private address; the public one that receivers see is not known here.`,
        advice: t`See that it has a name (PTR), which leads back to it.`,
      },
      'direct-name-unknown': {
        text: t`Direct delivery: DNS does not tell the name of ${address}.`,
        advice: t`Look again later.`,
      },
      'direct-name-none': {
        text: t`Direct delivery: ${address} has no name (PTR): large receivers refuse its mail.`,
        advice: ask,
      },
      'direct-name-not-confirmed': {
        text: t`Direct delivery: ${address} is called ${names}, which does not lead back to it: large receivers refuse its mail.`,
        advice: ask,
      },
      'direct-greets-otherwise': {
        text:
          greets === ''
            ? t`Direct delivery: ${address} is called ${name}, and greets as the machine is called.`
            : t`Direct delivery: ${address} is called ${name}, and greets as ${greets}.`,
        advice: t`Say name=${name}.`,
      },
      'direct-name-good': { text: t`Direct delivery: ${address} is ${name}, there and back.` },
    };
    return texts[code];
  };
}
