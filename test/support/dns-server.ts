// A small DNS server over UDP for tests (RFC 1035): answers from a zone that the test fills, and
// fails in the ways that name servers fail.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type ZoneRecord =
  | { type: 'TXT'; strings: readonly string[] }
  | { type: 'A' | 'AAAA'; address: string }
  | { type: 'MX'; priority: number; exchange: string };

/** How a name fails: an error code, or no answer at all. */
export type Failure = 'SERVFAIL' | 'REFUSED' | 'silent';

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
  clear(): void;
  /** Requested names with their type, since the last `clear`. */
  asked: string[];
  close(): Promise<void>;
};

const TYPES: Record<number, ZoneRecord['type']> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const RCODE = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 };

/** Starts a server on a free port of this machine. */
export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, ZoneRecord[]>();
  const failures = new Map<string, Failure>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    const { name, type, end } = readQuestion(question);
    asked.push(`${TYPES[type] ?? type} ${name}`);
    const failure = failures.get(name);
    if (failure === 'silent') return;
    const all = zone.get(name);
    const code = failure ? RCODE[failure] : all === undefined ? RCODE.NXDOMAIN : 0;
    const records = (all ?? []).filter((record) => code === 0 && record.type === TYPES[type]);
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8580 | code, 2); // answer, authoritative, recursion desired and available
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    const answers = records.map((record) => {
      const data = dataOf(record);
      const fixed = Buffer.alloc(12);
      fixed.writeUInt16BE(0xc00c, 0); // the name of the question
      fixed.writeUInt16BE(type, 2);
      fixed.writeUInt16BE(1, 4);
      fixed.writeUInt16BE(data.length, 10);
      return Buffer.concat([fixed, data]);
    });
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    txt(name, ...records) {
      const made = records.map((record): ZoneRecord => {
        return { type: 'TXT', strings: typeof record === 'string' ? (record.match(/[\s\S]{1,255}/g) ?? ['']) : record };
      });
      zone.set(name, [...(zone.get(name) ?? []).filter(({ type }) => type !== 'TXT'), ...made]);
    },
    add: (name, ...records) => void zone.set(name, [...(zone.get(name) ?? []), ...records]),
    fail: (name, how) => void failures.set(name, how),
    clear() {
      zone.clear();
      failures.clear();
      asked.length = 0;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function dataOf(record: ZoneRecord): Buffer {
  if (record.type === 'TXT') return Buffer.concat(record.strings.map((text) => withLength(text)));
  if (record.type === 'MX') {
    const priority = Buffer.alloc(2);
    priority.writeUInt16BE(record.priority);
    return Buffer.concat([priority, ...record.exchange.split('.').map(withLength), Buffer.alloc(1)]);
  }
  return record.type === 'A' ? Buffer.from(record.address.split('.').map(Number)) : addressBytes(record.address);
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function addressBytes(address: string): Buffer {
  const [before = '', after] = address.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groups(before), groups(after)];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
