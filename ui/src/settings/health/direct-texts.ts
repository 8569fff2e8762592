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
        ? t`Ask your provider of the address to set its name (PTR), and point that name to ${address} in DNS.`
        : t`Ask your provider of the address to set its name (PTR) to ${greets}, and point that name to ${address} in DNS.`;
    const texts: Readonly<Record<string, Words>> = {
      'direct-dnssec': { text: t`Direct delivery: the resolver ${servers} checks DNSSEC, so DANE is enforced.` },
      'direct-resolver-fails': {
        text: t`Direct delivery: the resolver ${servers} does not answer: ${reason}`,
        advice: t`Check /etc/resolv.conf, or the option dns.`,
      },
      'direct-dnssec-none': {
        text: t`Direct delivery: the resolver ${servers} does not check DNSSEC, so DANE is not used.`,
        advice: run,
      },
      'direct-dnssec-not-trusted': {
        text: t`Direct delivery: the resolver ${servers} is not on this machine, so what it says about DNSSEC is not trusted and DANE is not used.`,
        advice: run,
      },
      'direct-port-open': { text: t`Direct delivery: port 25 is open.` },
      'direct-port-closed': {
        text: t`Direct delivery: no large receiver’s mail server can be reached: ${line}`,
        advice: t`Most clouds and all home connections block port 25. Ask for it to be opened, or send through a relay.`,
      },
      'direct-source-hidden': {
        text: t`Direct delivery: mail leaves from ${address}, a private address. The public address that receivers see is not known here.`,
        advice: t`Make sure the public address has a name (PTR) that points back to it.`,
      },
      'direct-name-unknown': {
        text: t`Direct delivery: DNS does not return the name of ${address}.`,
        advice: t`Check again later.`,
      },
      'direct-name-none': {
        text: t`Direct delivery: ${address} has no name (PTR), so large receivers refuse its mail.`,
        advice: ask,
      },
      'direct-name-not-confirmed': {
        text: t`Direct delivery: ${address} is named ${names}, which does not point back to it, so large receivers refuse its mail.`,
        advice: ask,
      },
      'direct-greets-otherwise': {
        text:
          greets === ''
            ? t`Direct delivery: ${address} is named ${name} but greets with the name of the machine.`
            : t`Direct delivery: ${address} is named ${name} but greets as ${greets}.`,
        advice: t`Set name=${name}.`,
      },
      'direct-name-good': { text: t`Direct delivery: ${address} and ${name} point to each other.` },
    };
    return texts[code];
  };
}
