// Clients that keep their connection and ask as fast as they are answered. They cost little, so
// that the server is what is measured.
import { connect, type Socket } from 'node:net';

export type Request = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Urlencoded. */
  body?: string;
};

const CLIENTS = 32;

/**
 * Asks for this many seconds. @param request the next one, by its number; an answer of 400 or more
 * fails. @param clients this many at a time @returns `p99`: ms from asking to the whole answer
 */
export async function askFor(port: number, seconds: number, request: (n: number) => Request, clients = CLIENTS) {
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  let next = 0;
  const times: number[] = [];
  const client = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    while (performance.now() < endAt) {
      const askedAt = performance.now();
      await answerTo(socket, request(next++));
      times.push(performance.now() - askedAt);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const took = (performance.now() - startedAt) / 1_000;
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return { answers: times.length, seconds: took, p99 };
}

function bytesOf({ method, path, headers, body }: Request): string {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const type = body === undefined ? '' : `Content-Type: application/x-www-form-urlencoded\r\n`;
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}${type}${length}\r\n${body ?? ''}`;
}

/** Sends a request and waits for the whole answer, whose length its head tells. */
function answerTo(socket: Socket, request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const done = (error?: Error) => {
      socket.off('data', onData).off('error', done).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onClose = () => done(new Error('the server closed the connection'));
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const status = Number(text.slice(9, 12));
      done(status < 400 ? undefined : new Error(`${request.method} ${request.path}: ${text.slice(0, 1_000)}`));
    };
    socket.on('data', onData).once('error', done).once('close', onClose);
    socket.write(bytesOf(request), 'latin1');
  });
}
