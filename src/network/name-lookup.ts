// Where names lead that customers gave: of webhooks, feeds, relays. The system's look-up
// (getaddrinfo) holds one of the process's threads until it answers, and only two of those may do
// so: a few names whose servers are silent would hold up everybody's, the relay's of the house too.
// So name servers are asked directly (RFC 1035), and waiting for them takes no thread.
import dns from 'node:dns'; // the whole module, as tests replace its functions
import { readFileSync } from 'node:fs';

export type Address = { address: string; family: number };
type Options = { all: true; family?: number | 'IPv4' | 'IPv6'; hints?: number };
type Done = (error: NodeJS.ErrnoException | null, addresses: Address[]) => void;
export type Resolve = (host: string, options: Options, done: Done) => void;

export type NameLookupSettings = {
  /** `address` or `address:port`; absent: those of the system, as they are now. */
  servers?: readonly string[];
  /** The file whose names go before those of name servers. */
  hostsFile?: string;
  system?: Resolve;
};

const TRY_MS = 2_000;
const TRIES = 2;
const HOSTS_FILE = '/etc/hosts';
/** What name servers say when there is no such name, or none of its addresses. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Makes a look-up of names, as `dns.lookup` with `all`. Name servers are asked; the system is when
 * the name stands in the hosts file, has no dot, ends in `.local`, or no name server knows it (what
 * search domains complete), one name at a time: it has a thread left for everybody else. Who asks
 * for a name that is being looked up gets the same answer. IPv4 addresses come first.
 * @returns a function; its callback gets ENOTFOUND when there is no such name, and EAI_AGAIN when
 * no name server answers, after about 6 s for each of them
 */
export function newNameLookup({
  servers,
  hostsFile = HOSTS_FILE,
  system = dns.lookup,
}: NameLookupSettings = {}): Resolve {
  const asked = new Map<string, Promise<Address[]>>();
  let lastOfSystem: Promise<unknown> = Promise.resolve();

  function askSystem(host: string, options: Options): Promise<Address[]> {
    const answer = lastOfSystem.then(
      () =>
        new Promise<Address[]>((resolve, reject) => {
          system(host, options, (error, addresses) => (error ? reject(error) : resolve(addresses)));
        }),
    );
    lastOfSystem = answer.catch(() => undefined);
    return answer;
  }

  async function look(host: string, options: Options): Promise<Address[]> {
    if (isOfSystem(host, hostsFile)) return askSystem(host, options);
    return (await askServers(host, options, servers)) ?? askSystem(host, options);
  }

  return (host, options, done) => {
    const { family = 0, hints = 0 } = options;
    const key = `${host.toLowerCase()} ${family} ${hints}`;
    let answer = asked.get(key);
    if (!answer) {
      answer = look(host, options).finally(() => asked.delete(key));
      asked.set(key, answer);
    }
    answer.then(
      (addresses) => done(null, addresses),
      (error) => done(error as NodeJS.ErrnoException, []),
    );
  };
}

/** The look-up of this thread. */
export const lookUpName: Resolve = newNameLookup();

/** Undefined: no name server knows an address of the name. */
async function askServers(
  host: string,
  { family = 0 }: Options,
  servers: readonly string[] | undefined,
): Promise<Address[] | undefined> {
  // A new one reads the system's settings anew, as they may have changed since the start.
  const resolver = new dns.promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([
    is(family, 4) ? resolver.resolve4(host) : [],
    is(family, 6) ? resolver.resolve6(host) : [],
  ]);
  const addresses = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return addresses;
  const failed = answers.find((answer) => answer.status === 'rejected' && !ABSENT.has(codeOf(answer.reason)));
  if (!failed) return undefined;
  throw Object.assign(new Error(`no name server answers for ${host}`), { code: 'EAI_AGAIN' });
}

const is = (family: number | string, wanted: 4 | 6) => family === 0 || family === wanted || family === `IPv${wanted}`;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/** Whether name servers cannot know the name, or something goes before them. */
function isOfSystem(host: string, hostsFile: string): boolean {
  const name = host.toLowerCase();
  if (!name.includes('.') || /\.(?:local|localhost)$/.test(name)) return true;
  return namesIn(hostsFile).has(name);
}

/** Names of a hosts file (hosts(5)). */
function namesIn(file: string): Set<string> {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Set(); // there is none, or it is not to be read: the system would not find anything either
  }
  const lines = text.toLowerCase().split('\n');
  return new Set(lines.flatMap((line) => (line.split('#')[0] ?? '').trim().split(/\s+/).slice(1)));
}
