// The TCP connection to a relay; errors name the step that failed: resolving the name, checking the
// address, or connecting.
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net';
import { ClosedAddressError, isOpenAddress, publicLookup } from '../../network/public-address.ts';
import type { Relay } from './relay-url.ts';

/** `step`: the step that failed. `code`: the system's, such as ENOTFOUND or ECONNREFUSED. */
export class ConnectError extends Error {
  readonly step: 'dns' | 'closed' | 'tcp';
  readonly code: string;
  constructor(step: ConnectError['step'], code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.step = step;
    this.code = code;
  }
}

const READ_BYTES = 4096;
/** Of several addresses, each but the last gets this long (RFC 8305 asks for less, in parallel). */
const ATTEMPT_MS = 1000;

/**
 * Opens a connection to the relay. A guarded relay's name is resolved once, and only public
 * addresses are connected to. Bytes that listeners for `data` are given are overwritten by the next
 * read.
 * @param options.lookup replaces the system's resolver (tests)
 * @param options.signal aborts at once
 * @throws ConnectError
 */
export function connectTo(
  relay: Pick<Relay, 'host' | 'port' | 'guarded'>,
  {
    timeoutMs,
    lookup,
    signal,
    localAddress,
  }: {
    timeoutMs: number;
    localAddress?: string | undefined;
    lookup?: LookupFunction | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<Socket> {
  const { host, port, guarded } = relay;
  return new Promise((resolve, reject) => {
    if (guarded && isIP(host) !== 0 && !isOpenAddress(host)) {
      const error = new ClosedAddressError(host, host);
      return reject(new ConnectError('closed', error.code, error.message));
    }
    const chosen = lookup ?? (guarded ? publicLookup() : undefined);
    const socket = tcpConnect({
      host,
      port,
      noDelay: true,
      ...(localAddress !== undefined && { localAddress }),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      ...(chosen && { lookup: chosen }),
      // Replies are short: without a buffer of its own, each read would take one of 64 KB.
      onread: {
        buffer: new Uint8Array(READ_BYTES),
        callback(bytes, { buffer }) {
          socket.emit('data', Buffer.from(buffer, 0, bytes)); // a view, valid until the next read
          return true;
        },
      },
    });
    let isResolved = isIP(host) !== 0;
    const settled = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const fail = (error: Error) => {
      settled();
      socket.destroy();
      reject(connectError(error, isResolved));
    };
    const timer = setTimeout(() => {
      fail(Object.assign(new Error(`no answer within ${timeoutMs / 1000} s`), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    const giveUp = () => fail(new Error('given up'));
    signal?.addEventListener('abort', giveUp);
    socket.on('lookup', (error) => {
      if (!error) isResolved = true;
    });
    socket.on('error', fail); // stays: an error between here and the session's own listeners must not be thrown
    socket.once('connect', () => {
      settled();
      resolve(socket);
    });
    if (signal?.aborted) giveUp();
  });
}

function connectError(error: Error, isResolved: boolean): ConnectError {
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined; // several addresses
  const { code = '', message } = (first ?? error) as NodeJS.ErrnoException;
  const step = error instanceof ClosedAddressError ? 'closed' : isResolved ? 'tcp' : 'dns';
  return new ConnectError(step, code, message, { cause: error });
}
