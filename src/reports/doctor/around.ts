// The ways from outside: links in mails, and mail that comes back.
import { isLoopback } from '../../campaigns/warnings/prerequisites.ts';
import { openDns } from '../../domains/dns/lookup.ts';
import { listMailboxes } from '../../inbound/queries-mailboxes.ts';
import { asError } from '../../kernel/errors.ts';
import { type Examined, type Finding, good, warning, wrong } from './finding.ts';

const SET = 'Set MAILWRIGHT_BASE_URL to the public address, and start the servers again.';

/** Whether links in mails lead to a server of this installation. */
export async function checkBaseUrl({ baseUrl, isBaseUrlDefault, patienceMs }: Examined): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (isBaseUrlDefault || isLoopback(baseUrl)) {
    findings.push(warning('base-url', `Links in mails lead to ${baseUrl}, which opens on this machine only.`, SET));
  } else if (!baseUrl.startsWith('https:')) {
    const text = `Links in mails lead to ${baseUrl}, without encryption.`;
    findings.push(warning('base-url', text, 'Put a proxy with TLS in front: docs/behind-a-proxy.md.'));
  }
  const fault = await whyNotReached(baseUrl, patienceMs);
  if (fault === undefined) findings.push(good('base-url', `${baseUrl} leads to a server of ours.`));
  else {
    const advice = 'Links, opens and unsubscribing do not work: look at DNS, the proxy and the server.';
    findings.push(wrong('base-url', `${baseUrl} does not lead to a server of ours from here: ${fault}`, advice));
  }
  return findings;
}

async function whyNotReached(baseUrl: string, patienceMs: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`${baseUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) return `it answers with ${answer.status}`;
    const { status } = (await answer.json()) as { status?: unknown };
    return status === 'ok' ? undefined : 'something else answers';
  } catch (error) {
    const { cause, message } = asError(error);
    return cause instanceof Error ? cause.message || message : message;
  }
}

/** Whether mail that comes back is heard of. */
export async function checkReturnPath({ db, returnAddress, resolver }: Examined): Promise<Finding[]> {
  const mailboxes = (await listMailboxes(db)).filter(({ status }) => status === 'active');
  const findings = mailboxes.flatMap(({ name, fault }) => {
    const advice = `npx mailwright mailbox check ${name}`;
    return fault === null ? [] : [wrong('return-path', `Returned mail is not fetched from ${name}: ${fault}`, advice)];
  });
  if (returnAddress === undefined) {
    const advice = 'Set MAILWRIGHT_RETURN_ADDRESS: docs/return-path.md.';
    return [
      ...findings,
      warning('return-path', 'Returned mail goes to the From addresses: bounces are not heard of.', advice),
    ];
  }
  const domain = returnAddress.slice(returnAddress.lastIndexOf('@') + 1);
  const dns = openDns(resolver);
  const mx = await dns.mx(domain);
  dns.close();
  if (mx.kind === 'found')
    findings.push(good('return-path', `Returned mail goes to ${returnAddress}, by ${mx.values[0]}.`));
  else {
    const reason = mx.kind === 'failed' ? mx.reason : 'DNS has no MX record';
    const advice = `Publish an MX record for ${domain} that leads to its mail server: docs/return-path.md.`;
    findings.push(wrong('return-path', `Returned mail to ${returnAddress} cannot arrive: ${reason}.`, advice));
  }
  return findings;
}
