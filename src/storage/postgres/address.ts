// Reads the URL of a database as libpq does: several hosts, `target_session_attrs`,
// `connect_timeout`, `sslmode`. Pure. Messages never repeat a part of the URL that may be a
// password.

/**
 * What a server must be to be connected to: `any` one that answers, one that takes changes
 * (`read-write`), or one that is no standby (`primary`).
 */
export type Target = 'any' | 'read-write' | 'primary';

/** One of the servers. `name`: for people; `url`: of it alone, for pg. */
export type DatabaseServer = { name: string; url: string };

export type DatabaseAddress = {
  servers: readonly DatabaseServer[];
  target: Target;
  /** How long one server may take to let us in, ms; absent: the usual time. */
  connectMs: number | undefined;
};

const FORM = 'postgres://user:password@host:5432/name (several: host1:5432,host2:5432)';
/** The same settings of libpq that ask for a server which takes no changes. */
const FOR_READERS = new Set(['read-only', 'standby', 'prefer-standby']);
const TARGETS: readonly string[] = ['any', 'read-write', 'primary'];
const LONGEST_S = 60;
/** What pg reads, besides ours. */
const READ_BY_PG = [
  ...['host', 'port', 'user', 'password', 'application_name', 'options'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'],
];
const OPTIONS = ['target_session_attrs', 'connect_timeout', ...READ_BY_PG];
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** Makes pg read `sslmode` as libpq does (PostgreSQL, section 34.19); it may not be given. */
const TLS_AS_LIBPQ = 'uselibpqcompat=true';
const OURS = /^(?:target_session_attrs|connect_timeout)=/;
const PLACES = /^(?:host|port)=/;

/** @throws Error that says what would be right */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [whole = '', scheme = '', authority = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?(.*))?/is.exec(text) ?? [];
  if (whole !== text) throw new Error(whole === '' ? `it must look like ${FORM}.` : encodeIt('#'));
  if (`${path}${query}`.includes('@') && !authority.includes('@')) throw new Error(encodeIt('/ and ?'));
  const members = query.split('&').filter((member) => member !== '');
  const parameters = new URLSearchParams(query);
  const last = (name: string) => parameters.getAll(name).at(-1);
  const at = authority.lastIndexOf('@') + 1;
  const [user, hosts] = [authority.slice(0, at), authority.slice(at)];
  const places = `${hosts}${last('host') ?? ''}${last('port') ?? ''}`.includes(',')
    ? placesOf(hosts, last('host'), last('port'))
    : undefined;
  checkOptions(parameters);
  const kept = members.filter((member) => !OURS.test(member) && !(places && PLACES.test(member)));
  const others = parameters.has('sslmode') ? [...kept, TLS_AS_LIBPQ] : kept;
  const urlOf = (host: string, more: readonly string[] = []) => {
    const rest = [...more, ...others].join('&');
    return `${scheme}${user}${host}${path || '/'}${rest === '' ? '' : `?${rest}`}`;
  };
  const servers = places?.map((place) => serverOf(place, urlOf)) ?? [{ name: hosts || 'the host', url: urlOf(hosts) }];
  for (const { url } of servers)
    if (!URL.canParse(url) && !isSocket(url)) throw new Error(`it must look like ${FORM}.`);
  const names = servers.map(({ name }) => name);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new Error(`it names ${twice} twice.`);
  const target = readTarget(last('target_session_attrs'), servers.length);
  return { servers, target, connectMs: readSeconds(last('connect_timeout')) };
}

/** The URL of a database without its password, to be shown. */
export function withoutPassword(url: string): string {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const user = authority.slice(0, at).replace(/:.*(?=@$)/s, '');
  return `${scheme}${user}${authority.slice(at)}${rest.replace(/([?&])password=[^&]*(&|$)/gi, '$1').replace(/[?&]$/, '')}`;
}

type Place = { host: string; port: string };

/** Hosts and ports in pairs; those of the query replace those before the name, as with libpq. */
function placesOf(hosts: string, hostList: string | undefined, portList: string | undefined): Place[] {
  const places = (hostList ?? hosts).split(',').map((text, n) => {
    const [, host = '', port] = (hostList === undefined && /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text)) || [text, text];
    if (host === '' || /[@\s]/.test(host) || (host.startsWith('[') && !host.endsWith(']'))) {
      throw new Error(`host ${n + 1} of the list is not a host name or address.`);
    }
    return { host: decoded(host, n), port: port || '5432' };
  });
  const ports = portList?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== places.length) {
    throw new Error(
      `it has ${places.length} hosts and ${ports.length} ports; give a port for each host, or one for all.`,
    );
  }
  const paired = places.map(({ host, port }, n) => ({ host, port: ports[ports.length === 1 ? 0 : n] || port }));
  const wrong = paired.findIndex(({ port }) => !/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535);
  if (wrong >= 0) throw new Error(`the port of host ${wrong + 1} is not a number from 1 to 65535.`);
  return paired;
}

function decoded(host: string, n: number): string {
  try {
    return decodeURIComponent(host);
  } catch {
    throw new Error(`host ${n + 1} of the list has a % that is no code; write %25 for it.`);
  }
}

function serverOf({ host, port }: Place, urlOf: (host: string, more?: string[]) => string): DatabaseServer {
  const isPath = host.startsWith('/');
  const plain = host.replace(/^\[|\]$/g, '');
  const named = plain.includes(':') ? `[${plain}]` : plain;
  const name = isPath ? `${host} (port ${port})` : `${named}:${port}`;
  return { name, url: isPath ? urlOf('', [`host=${encodeURIComponent(host)}`, `port=${port}`]) : urlOf(name) };
}

/** A socket has no host, which only pg's own reader takes after a user. */
function isSocket(url: string): boolean {
  return URL.canParse(url.replace('@/', '@socket/'));
}

/** An option that nobody reads would be lost in silence, encryption with it. */
function checkOptions(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (OPTIONS.includes(name)) continue;
    const shown = /^[a-z_]{1,40}$/i.test(name) ? `the option ${name}` : 'an option';
    throw new Error(`it has ${shown}, which is not known here; known are: ${OPTIONS.join(', ')}.`);
  }
  const modes = parameters.getAll('sslmode');
  if (modes.some((mode) => !TLS_MODES.includes(mode))) {
    throw new Error(
      `sslmode must be ${TLS_MODES.slice(0, -1).join(', ')} or ${TLS_MODES.at(-1)}: a connection is encrypted or it is not.`,
    );
  }
  if (modes.at(-1) === 'verify-ca' && !parameters.has('sslrootcert')) {
    throw new Error(
      'sslmode=verify-ca needs sslrootcert, the file of the authority that is trusted; or give verify-full.',
    );
  }
  if (modes.length === 0 && ['sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.has(name))) {
    throw new Error('certificates need sslmode=verify-full, verify-ca or require.');
  }
}

function readTarget(text: string | undefined, servers: number): Target {
  if (text === undefined) return servers > 1 ? 'read-write' : 'any';
  if (TARGETS.includes(text)) return text as Target;
  throw new Error(
    FOR_READERS.has(text)
      ? `target_session_attrs=${text} asks for a server that takes no changes; Mailwright writes: give read-write, primary or any.`
      : 'target_session_attrs must be read-write, primary or any.',
  );
}

function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (/^\d{1,3}$/.test(text) && seconds >= 1 && seconds <= LONGEST_S) return seconds * 1_000;
  throw new Error(`connect_timeout must be a whole number of seconds from 1 to ${LONGEST_S}.`);
}

function encodeIt(what: string): string {
  return `a password with special characters must be encoded (${what} among them: %2F for /, %3F for ?, %23 for #, %40 for @).`;
}
