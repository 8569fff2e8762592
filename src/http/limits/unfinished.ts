// Ends connections on which something comes to no end, whoever keeps them busy: the rest of a body
// whose request is answered, and an answer that nobody takes. Each holds one of the connections
// that a server has, and the answer its memory.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MINUTE_MS } from '../../kernel/durations.ts';

/** Times in ms. */
export type Patience = {
  /** For the rest of a body, once its request is answered. */
  restMs: number;
  /** For a part of an answer to be taken, besides what its length takes. */
  takenMs: number;
  lookMs: number;
};

const PATIENCE: Patience = { restMs: 30_000, takenMs: MINUTE_MS, lookMs: 5_000 };
/** So slowly an answer may be taken: 20 KB/s. */
const BYTES_A_MS = 20;

/** What has waited since when; `taken`: bytes that the connection had taken until then. */
type Waiting = { since: number; taken: number };
type Known = { response: ServerResponse | undefined; answeredAt: number | undefined; waiting: Waiting | undefined };

/** Looks at the connections of a server now and then, as long as it listens. */
export function endUnfinished(server: Server, patience: Patience = PATIENCE): void {
  const connections = new Map<Socket, Known>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { response: undefined, answeredAt: undefined, waiting: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const known = hasBody(request) ? connections.get(request.socket) : undefined;
    if (known) Object.assign(known, { response, answeredAt: undefined });
  });
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer = setInterval(() => {
      const now = performance.now();
      for (const [socket, known] of connections)
        if (isRestLate(known, now, patience) || isStuck(socket, known, now, patience)) socket.destroy();
    }, patience.lookMs).unref();
  });
  server.on('close', () => clearInterval(timer));
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the body of an answered request is not there yet, and was to be. */
function isRestLate(known: Known, now: number, { restMs }: Patience): boolean {
  const { response } = known;
  if (!response?.writableFinished) return false;
  if (response.req.complete) known.response = undefined;
  else known.answeredAt ??= now;
  return known.response !== undefined && now - (known.answeredAt ?? now) > restMs;
}

/**
 * Whether what was written waits for longer than it takes at the least speed. A part counts when
 * all of it is taken: nothing tells how much of one the system has passed on.
 */
function isStuck(socket: Socket, known: Known, now: number, { takenMs }: Patience): boolean {
  const left = socket.writableLength;
  const taken = socket.bytesWritten - left;
  if (left === 0) known.waiting = undefined;
  else if (known.waiting?.taken !== taken) known.waiting = { since: now, taken };
  return known.waiting !== undefined && now - known.waiting.since > takenMs + left / BYTES_A_MS;
}
