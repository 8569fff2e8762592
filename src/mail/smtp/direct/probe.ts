// Tries out direct delivery: whether DNS answers, and with an address whether a mail server of its
// domain can be reached, as securely as it wants. No message is sent.
import { asError } from '../../../kernel/errors.ts';
import { type Sentence, say } from '../../../kernel/sentences/sentence.ts';
import { oneLine } from '../../../kernel/text/one-line.ts';
import type { Relay } from '../relay-url.ts';
import { openConnections } from './connections.ts';
import { type DirectTools, directTools } from './hub.ts';
import { type Security, securityOf } from './security.ts';
import type { DirectSettings } from './settings.ts';
import { whyUnusable } from './unusable.ts';

type Options = { from?: string | undefined; deadlineMs?: number | undefined };
/** As of a relay (probe.ts). */
type Found = { works: boolean; line: string; sentences: Sentence[]; tookMs: number };

const DEADLINE_MS = 30_000;

const WORDS: Readonly<Record<Security['kind'], string>> = {
  opportunistic: '',
  encrypted: ', with TLS, which DNS demands (DANE)',
  verified: ', with the TLS that its policy demands (MTA-STS)',
  dane: ', with the certificate that DNS names (DANE)',
};

/** With `from`, mail servers of its domain are connected to, as if mail were sent to it. */
export async function probeDirect(
  relay: Relay,
  direct: DirectSettings,
  { from, deadlineMs = DEADLINE_MS }: Options,
  tools: DirectTools = directTools(direct),
): Promise<Found> {
  const started = performance.now();
  const found = (line: string) => ({ line: oneLine(line, 300), tookMs: performance.now() - started });
  const works = (line: string): Found => ({ works: true, sentences: [], ...found(line) });
  const fails = (line: string, sentences: Sentence[]): Found => ({ works: false, sentences, ...found(line) });
  const name = `greets as ${relay.name ?? 'this machine'}`;
  if (from === undefined) {
    return works(`ok: direct delivery, ${name}; to test the route to a mail server, give an address there with --from`);
  }
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), deadlineMs);
  const connections = openConnections({ ...relay, direct }, tools, ending.signal);
  try {
    const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
    const route = await tools.dns.routeOf(domain);
    if ('refused' in route) return fails(`DNS: ${route.refused.text}`, [route.why]);
    const policy = await tools.sts.policyOf(domain);
    const faults: string[] = [];
    const sentences: Sentence[] = [];
    for (const exchange of route.exchanges) {
      try {
        const way = { domain, exchange, isRouteSecure: route.isSecure, policy };
        const security = await securityOf(tools.dns, relay.port, way);
        const { lane, address } = await connections.take(exchange.host, security, Number.POSITIVE_INFINITY);
        await lane.quit();
        const words = WORDS[security.kind];
        return works(`ok: direct delivery, ${name}; ${exchange.host} (${address}) takes connections${words}`);
      } catch (error) {
        const { host } = exchange;
        faults.push(`${host}: ${asError(error).message}`);
        sentences.push(say('smtp-server-is', { host }), whyUnusable(error, relay, host));
      }
    }
    return fails(faults.join('; '), sentences);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
