// One question to one resolver (RFC 1035, 6891): over UDP, and over TCP when the answer does not
// fit. Unlike Node's resolver it tells whether the resolver has proved the answer by DNSSEC.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import packet, { type DecodedPacket, type RecordType } from 'dns-packet';

/** `isTrusted`: what it says to have proved counts as proved. */
export type Server = { address: string; port: number; isTrusted: boolean };
export type Question = { name: string; type: RecordType };
/** `rcode`: what the resolver says of it, such as NOERROR. */
export type DnsAnswer = DecodedPacket & { rcode: string };

/** No answer, or none that can be used. `code`: as those of Node's resolver, such as ESERVFAIL. */
export class DnsError extends Error {
  readonly code: string;
  constructor(code: string, { name, type }: Question) {
    super(`DNS gives no answer for ${type} ${name} (${code})`);
    this.code = code;
  }
}

/** What passes networks whole (DNS Flag Day 2020). */
const UDP_BYTES = 1232;

/**
 * Asks for records. @returns the answer, also one that says there are none
 * @throws DnsError
 */
export async function askServer(server: Server, question: Question, patienceMs: number): Promise<DnsAnswer> {
  const answer = await askOnce(server, question, { patienceMs, isExtended: true });
  // Old resolvers do not understand the question's extension (RFC 6891, section 7).
  return isMisunderstood(answer) ? askOnce(server, question, { patienceMs, isExtended: false }) : answer;
}

const isMisunderstood = ({ rcode }: DnsAnswer) => rcode === 'FORMERR' || rcode === 'NOTIMP';

/** @param how.isExtended with the extension EDNS(0) */
async function askOnce(
  server: Server,
  question: Question,
  { patienceMs, isExtended }: { patienceMs: number; isExtended: boolean },
) {
  const id = randomInt(65_536);
  const sent = packet.encode({
    type: 'query',
    id,
    flags: packet.RECURSION_DESIRED | (server.isTrusted ? packet.AUTHENTIC_DATA : 0),
    questions: [question],
    additionals: isExtended ? [extension(server.isTrusted)] : [],
  });
  const read = (bytes: Buffer) => {
    const answer = decoded(bytes);
    return answer?.type === 'response' && answer.id === id && isAbout(answer, question) ? answer : undefined;
  };
  const answer = await overUdp(server, sent, read, question, patienceMs);
  return answer.flag_tc ? overTcp(server, sent, read, question, patienceMs) : answer;
}

const extension = (isTrusted: boolean): packet.OptAnswer => {
  const flags = isTrusted ? packet.DNSSEC_OK : 0;
  return {
    ...({ type: 'OPT', name: '.', udpPayloadSize: UDP_BYTES, extendedRcode: 0, ednsVersion: 0 } as const),
    flags,
    flag_do: isTrusted,
    options: [],
  };
};

function decoded(bytes: Buffer): DnsAnswer | undefined {
  try {
    return packet.decode(bytes) as DnsAnswer;
  } catch {
    return undefined;
  }
}

function isAbout({ questions = [] }: DnsAnswer, { name, type }: Question): boolean {
  const [only] = questions;
  return questions.length === 1 && only?.type === type && only.name.toLowerCase() === name.toLowerCase();
}

type Reader = (bytes: Buffer) => DnsAnswer | undefined;

/** A socket of its own for each question: its port is one more thing that a forger has to guess. */
function overUdp(server: Server, sent: Buffer, read: Reader, question: Question, patienceMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<DnsAnswer>();
  const socket = createSocket(isIPv6(server.address.replace(/%.*/, '')) ? 'udp6' : 'udp4');
  const timer = setTimeout(() => reject(new DnsError('ETIMEOUT', question)), patienceMs);
  socket.on('error', (error: NodeJS.ErrnoException) => reject(new DnsError(error.code ?? 'EUDP', question)));
  socket.on('message', (bytes) => {
    const answer = read(bytes); // what is no answer to this question is not looked at
    if (answer) resolve(answer);
  });
  socket.connect(server.port, server.address, () => socket.send(sent));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function overTcp(server: Server, sent: Buffer, read: Reader, question: Question, patienceMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<DnsAnswer>();
  const socket = connect(server.port, server.address);
  const timer = setTimeout(() => reject(new DnsError('ETIMEOUT', question)), patienceMs);
  let got = Buffer.alloc(0);
  socket.on('error', (error: NodeJS.ErrnoException) => reject(new DnsError(error.code ?? 'ETCP', question)));
  socket.on('close', () => reject(new DnsError('EOF', question)));
  socket.on('data', (bytes: Buffer) => {
    got = Buffer.concat([got, bytes]);
    if (got.length < 2 || got.length < 2 + got.readUInt16BE(0)) return;
    const answer = read(got.subarray(2, 2 + got.readUInt16BE(0)));
    if (answer) resolve(answer);
    else reject(new DnsError('EBADRESP', question));
  });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(sent.length);
  socket.write(Buffer.concat([length, sent]));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
