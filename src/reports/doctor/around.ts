// The ways from outside: links in mails, and mail that comes back.
import { isLoopback } from '../../campaigns/warnings/prerequisites.ts';
import { trackingLinks } from '../../content/links.ts';
import { openDns } from '../../domains/dns/lookup.ts';
import { listMailboxes } from '../../inbound/queries-mailboxes.ts';
import { asError } from '../../kernel/errors.ts';
import { say, storedFault, textOf } from '../../kernel/sentences/sentence.ts';
import { type Examined, type Finding, good, PATIENCE_MS, warning, wrong } from './finding.ts';

const SET = 'Set MAILWRIGHT_BASE_URL to the public address and restart the servers.';

/** Whether links in mails lead to a server of this installation. */
export async function checkBaseUrl({ baseUrl: url, isBaseUrlDefault, secret }: Examined): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (isBaseUrlDefault || isLoopback(url)) {
    const text = `Links in emails lead to ${url}, which opens only on this machine.`;
    findings.push(warning('base-url', ['base-url-local', text, { url }], SET));
  } else if (!url.startsWith('https:')) {
    const text = `Links in emails lead to ${url}, without encryption.`;
    const advice = 'Put a proxy with TLS in front of it: docs/behind-a-proxy.md.';
    findings.push(warning('base-url', ['base-url-open', text, { url }], advice));
  }
  const reason = await whyNotReached(url, secret);
  if (reason === undefined) {
    findings.push(good('base-url', ['base-url-reached', `${url} leads to this installation.`, { url }]));
  } else {
    const text = `${url} does not lead to this installation from here: ${reason}`;
    const advice = 'Links, opens and unsubscribing do not work. Check DNS, the proxy and the server.';
    findings.push(wrong('base-url', ['base-url-not-reached', text, { url, reason }], advice));
  }
  return findings;
}

/** Of no message: a look at its head counts nothing. */
const NOBODY = { campaignId: 0, subscriberId: 0 };

/**
 * Asks for the head of a pixel as mails have it. Proxies keep `/healthz` to the machine, and who
 * knows the link has our secret.
 */
async function whyNotReached(baseUrl: string, secret: string): Promise<string | undefined> {
  try {
    const link = trackingLinks({ baseUrl, secret }).openUrl(NOBODY);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { ok, status, headers } = await fetch(link, { method: 'HEAD', redirect: 'manual', signal });
    if (!ok) return `it answers one of our links with ${status}`;
    return headers.get('content-type') === 'image/gif' ? undefined : 'something else answers';
  } catch (error) {
    const { cause, message } = asError(error);
    return cause instanceof Error ? cause.message || message : message;
  }
}

/** Whether mail that comes back is heard of. */
export async function checkReturnPath({ db, returnAddress: address, resolver }: Examined): Promise<Finding[]> {
  const mailboxes = (await listMailboxes(db)).filter(({ status }) => status === 'active');
  const findings = mailboxes.flatMap(({ id: number, name: mailbox, fault }): Finding[] => {
    if (fault === null) return [];
    const sentences = storedFault(fault);
    const reason = textOf(sentences);
    const text = `Returned mail cannot be fetched from ${mailbox}: ${reason}`;
    const said = ['mailbox-fails', text, { mailbox, number, reason }] as const;
    return [{ ...wrong('return-path', said, `npx mailwright mailbox check ${number}`), sentences }]; // a name may have spaces
  });
  if (address === undefined) {
    const text = 'Returned mail goes to the From addresses, so bounces go unnoticed.';
    const advice = 'Set MAILWRIGHT_RETURN_ADDRESS: docs/return-path.md.';
    return [...findings, warning('return-path', ['return-address-none', text], advice)];
  }
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const dns = openDns(resolver);
  const mx = await dns.mx(domain);
  // Without MX records mail goes to the domain itself (RFC 5321, section 5.1).
  const way = mx.kind === 'absent' ? await dns.addresses(domain) : mx;
  dns.close();
  const isNull = mx.kind === 'found' && mx.values.every((host) => host === '' || host === '.'); // RFC 7505
  if (way.kind === 'found' && !isNull) {
    const host = mx.kind === 'found' ? (mx.values[0] ?? '') : domain;
    const said = ['return-path-good', `Returned mail goes to ${address}, via ${host}.`, { address, host }] as const;
    findings.push(good('return-path', said));
  } else if (way.kind === 'failed') {
    const reason = textOf([way.why]);
    const text = `It is not known whether returned mail to ${address} arrives: ${reason}`;
    const said = ['return-path-unknown', text, { address, reason, domain }] as const;
    findings.push({ ...warning('return-path', said, 'Check again later.'), sentences: [way.why] });
  } else {
    const sentences = [isNull ? say('smtp-mx-null', { domain }) : say('mx-missing', { name: domain })];
    const reason = textOf(sentences);
    const text = `Returned mail to ${address} cannot arrive: ${reason}`;
    const advice = `Publish an MX record for ${domain} that points to its mail server: docs/return-path.md.`;
    const said = ['return-path-wrong', text, { address, reason, domain }] as const;
    findings.push({ ...wrong('return-path', said, advice), sentences });
  }
  return findings;
}
