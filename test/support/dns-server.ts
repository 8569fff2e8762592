// A small DNS server for tests (RFC 1035), over UDP and TCP on one port: answers from a zone that
// the test fills, says of it what a validating resolver says, and fails as name servers fail.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import packet, { type Answer, type Packet, type TlsaData } from 'dns-packet';

/** `ttl`: in seconds; absent: 300. */
export type ZoneRecord = { ttl?: number } & (
  | { type: 'TXT'; strings: readonly string[] }
  | { type: 'A' | 'AAAA'; address: string }
  | { type: 'CNAME' | 'PTR'; name: string }
  | { type: 'MX'; priority: number; exchange: string }
  | ({ type: 'TLSA' } & TlsaData)
);

/**
 * How a name, or with its type before it (`TLSA _25._tcp.mx.test`) one kind of its records, fails:
 * an error code, no answer at all, or over UDP nothing but that there is more.
 */
export type Failure = 'SERVFAIL' | 'REFUSED' | 'silent' | 'truncated';

export type DnsServer = {
  /** For Resolver.setServers, e.g. `127.0.0.1:5353`. */
  address: string;
  /**
   * Sets TXT records: each a text (cut into strings of 255 bytes here) or its strings. None = the
   * name has nothing.
   */
  txt(name: string, ...records: (string | readonly string[])[]): void;
  add(name: string, ...records: ZoneRecord[]): void;
  fail(name: string, how: Failure): void;
  /** Names in these domains are proved by DNSSEC (AD), their absence too. */
  sign(...domains: string[]): void;
  clear(): void;
  /** Requested names with their type, since the last `clear`; over TCP with `tcp` before it. */
  asked: string[];
  close(): Promise<void>;
};

const MOST_ALIASES = 5;
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** Starts a server on a free port of this machine. */
export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, ZoneRecord[]>();
  const failures = new Map<string, Failure>();
  const signed = new Set<string>();
  const asked: string[] = [];

  const isSigned = (name: string) => [...signed].some((one) => name === one || name.endsWith(`.${one}`));

  /** The records of a name and the aliases on the way; undefined: there is no such name. */
  function find(first: string, type: string): { names: string[]; answers: Answer[] } | undefined {
    const answers: Answer[] = [];
    const names = [first];
    for (let name = first; names.length <= MOST_ALIASES; ) {
      const all = zone.get(name);
      if (all === undefined) return undefined;
      answers.push(...all.filter((one) => one.type === type).map((one) => answerOf(name, one)));
      const alias = type === 'CNAME' ? undefined : all.find((one) => one.type === 'CNAME');
      if (alias?.type !== 'CNAME') break;
      answers.push(answerOf(name, alias));
      name = alias.name;
      names.push(name);
    }
    return { names, answers };
  }

  function answer(bytes: Buffer, transport: Transport): Buffer | undefined {
    const { id, questions = [], flag_ad, additionals = [] } = packet.decode(bytes);
    const [question] = questions;
    if (!question) return undefined;
    const name = question.name.toLowerCase();
    asked.push(`${transport === 'tcp' ? 'tcp ' : ''}${question.type} ${name}`);
    const failure = failures.get(`${question.type} ${name}`) ?? failures.get(name);
    if (failure === 'silent') return undefined;
    const found = find(name, question.type);
    const isCut = failure === 'truncated' && transport === 'udp';
    const code = failure === 'truncated' || failure === undefined ? (found ? 'NOERROR' : 'NXDOMAIN') : failure;
    const wantsProof = flag_ad || additionals.some((one) => one.type === 'OPT' && one.flag_do);
    const isProved = wantsProof && (found?.names ?? [name]).every(isSigned);
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | RCODES[code];
    const answers = code === 'NOERROR' && !isCut ? (found?.answers ?? []) : [];
    const sent: Packet = {
      type: 'response',
      id: id ?? 0,
      questions,
      answers,
      flags: flags | (isProved ? packet.AUTHENTIC_DATA : 0) | (isCut ? packet.TRUNCATED_RESPONSE : 0),
    };
    return packet.encode(sent);
  }

  const { tcp, udp, port, sockets } = await listen(answer);
  return {
    address: `127.0.0.1:${port}`,
    asked,
    txt(name, ...records) {
      const made = records.map((record): ZoneRecord => {
        return { type: 'TXT', strings: typeof record === 'string' ? (record.match(/[\s\S]{1,255}/g) ?? ['']) : record };
      });
      zone.set(name, [...(zone.get(name) ?? []).filter(({ type }) => type !== 'TXT'), ...made]);
    },
    add: (name, ...records) => void zone.set(name, [...(zone.get(name) ?? []), ...records]),
    fail: (name, how) => void failures.set(name, how),
    sign(...domains) {
      for (const one of domains) signed.add(one);
    },
    clear() {
      zone.clear();
      failures.clear();
      signed.clear();
      asked.length = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => tcp.close(() => resolve()));
      await new Promise<void>((resolve) => udp.close(() => resolve()));
    },
  };
}

type Transport = 'udp' | 'tcp';

async function listen(answer: (bytes: Buffer, transport: Transport) => Buffer | undefined) {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => {
      const found = answer(bytes.subarray(2), 'tcp');
      if (!found) return socket.destroy();
      const length = Buffer.alloc(2);
      length.writeUInt16BE(found.length);
      socket.write(length); // in two pieces, as networks may cut it
      return socket.write(found);
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (bytes, peer) => {
    const found = answer(bytes, 'udp');
    if (found) udp.send(found, peer.port, peer.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return { tcp, udp, port, sockets };
}

function answerOf(name: string, record: ZoneRecord): Answer {
  const common = { name, ttl: record.ttl ?? 300, class: 'IN' } as const;
  switch (record.type) {
    case 'TXT':
      return { ...common, type: 'TXT', data: record.strings.map((text) => Buffer.from(text, 'latin1')) };
    case 'MX':
      return { ...common, type: 'MX', data: { preference: record.priority, exchange: record.exchange || '.' } };
    case 'TLSA': {
      const { usage, selector, matchingType, certificate } = record;
      return { ...common, type: 'TLSA', data: { usage, selector, matchingType, certificate } };
    }
    case 'CNAME':
    case 'PTR':
      return { ...common, type: record.type, data: record.name };
    default:
      return { ...common, type: record.type, data: record.address };
  }
}
