// Tries out direct delivery: whether DNS answers, and with an address whether a mail server of its
// domain can be reached. No message is sent.
import { asError } from '../../../kernel/errors.ts';
import { oneLine } from '../../../kernel/one-line.ts';
import { openLane } from '../lane.ts';
import type { Relay } from '../relay-url.ts';
import { type Address, openDirectDns } from './routes.ts';
import { type DirectSettings, familyOf } from './settings.ts';

type Options = { from?: string | undefined };
/** As of a relay (probe.ts). */
type Found = { works: boolean; line: string; tookMs: number };

/** With `from`, mail servers of its domain are connected to, as if mail were sent to it. */
export async function probeDirect(relay: Relay, direct: DirectSettings, options: Options): Promise<Found> {
  const started = performance.now();
  const dns = openDirectDns(direct);
  const result = (works: boolean, line: string): Found => {
    return { works, line: oneLine(line, 300), tookMs: performance.now() - started };
  };
  const name = `greets as ${relay.name ?? 'this machine'}`;
  if (options.from === undefined) {
    return result(true, `ok: direct delivery, ${name}; give an address with --from to try the way to its mail server`);
  }
  const domain = options.from.slice(options.from.lastIndexOf('@') + 1);
  const route = await dns.routeOf(domain);
  if ('refused' in route) return result(false, `DNS: ${route.refused.text}`);
  const faults: string[] = [];
  for (const { host } of route.exchanges) {
    const found = await dns.addressesOf(host).catch((): Address[] => []);
    const { sources } = direct;
    const usable = found.find(({ family }) => sources.length === 0 || sources.some((one) => familyOf(one) === family));
    if (!usable) {
      faults.push(`${host} has no address that may be connected to`);
      continue;
    }
    const localAddress = sources.find((one) => familyOf(one) === usable.family);
    const patience = { connectTimeoutMs: 10_000, greetingTimeoutMs: 10_000, replyTimeoutMs: 15_000 };
    const at = { address: usable.address, ...(localAddress !== undefined && { localAddress }), ...patience };
    try {
      const { user: _, password: __, ...plain } = relay;
      const lane = await openLane({ ...plain, host, guarded: false }, at);
      await lane.quit();
      return result(true, `ok: direct delivery, ${name}; ${host} (${usable.address}) takes connections`);
    } catch (error) {
      faults.push(`${host}: ${asError(error).message}`);
    }
  }
  return result(false, faults.join('; '));
}
