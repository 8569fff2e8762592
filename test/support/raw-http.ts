// HTTP over a bare TCP socket: sends exactly the given bytes, so that no client library corrects
// them.
import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

const DEADLINE_MS = 60_000;

/**
 * Sends the bytes of one request and parses one response.
 * @returns status, headers (names in lower case) and body
 */
export function exchange(port: number, bytes: Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const isHead = Buffer.from(bytes.subarray(0, 5)).toString() === 'HEAD ';
    let received = Buffer.alloc(0);
    let parts: Buffer[] = [];
    let missing = 1;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error(`No answer, only: ${received.toString('utf8')}`)));
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      missing -= part.length;
      if (missing > 0) return; // a long response is joined once, not with every chunk
      received = Buffer.concat([received, ...parts]);
      parts = [];
      const answer = readAnswer(received, isHead);
      if (typeof answer === 'number') {
        missing = answer;
        return;
      }
      socket.destroy();
      resolve(answer);
    });
    // A server that refuses a large body may close before all of it is written; its response
    // counts.
    socket.on('error', (error) => (received.length > 0 ? undefined : reject(error)));
    socket.on('close', () => reject(new Error(`The connection ended with: ${received.toString('utf8')}`)));
  });
}

/** @returns the response, or how many bytes are missing at least */
function readAnswer(received: Buffer, isHead: boolean): RawAnswer | number {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return 1;
  // 100 Continue precedes the response to a client that asked for it
  if (received.toString('latin1', 0, 13).startsWith('HTTP/1.1 100')) {
    return readAnswer(received.subarray(end + 4), isHead);
  }
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number(statusLine.split(' ')[1]);
  const length = isHead || status === 304 || status === 204 ? 0 : Number(headers['content-length'] ?? Number.NaN);
  const body = received.subarray(end + 4);
  if (Number.isNaN(length)) throw new Error(`An answer without Content-Length: ${received.toString('utf8')}`);
  return body.length < length ? length - body.length : { status, headers, body: body.toString('utf8', 0, length) };
}
