// Listening on an address: trying it before anything is created, listening, and closing.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseJobs } from '../../coordination/idle-thread.ts';
import { AppError } from '../../kernel/errors.ts';

const IDLE_MS = 100;

type Place = { host: string; port: number };

/**
 * Listens. `hostName`, `portName`: the settings with host and port.
 * @throws AppError `unavailable` in one line
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Place,
  hostName: string,
  portName: string,
): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenFault(error, { host, port }, hostName, portName);
  });
}

/**
 * Closes the server: requests being answered have `ms`, then their connections are closed. Those
 * that wait for a thread have less (`threadsMs`), and are told that they were not done.
 */
export async function closeWithin(app: FastifyInstance, ms: number, threadsMs?: number): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), ms);
  const patience = threadsMs === undefined ? undefined : setTimeout(refuseJobs, threadsMs);
  // What is answered only now would keep its connection for the next request.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_MS);
  await app.close();
  clearTimeout(limit);
  clearTimeout(patience);
  clearInterval(idle);
}

/**
 * Listens and stops again, before anything is created: a port that is taken leaves no folder, store
 * or key behind.
 */
export async function tryPort(place: Place, hostName: string, portName: string): Promise<void> {
  const server = createServer();
  await listenPlain(server, place, hostName, portName);
  server.close();
  await once(server, 'close');
}

/** As `listen`, for a server that is not Fastify's. */
export async function listenPlain(
  server: Server,
  { host, port }: Place,
  hostName: string,
  portName: string,
): Promise<void> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(error, { host, port }, hostName, portName);
  }
}

/** An error about an address that cannot be listened on, in one line that names the settings. */
function listenFault(error: unknown, { host, port }: Place, hostName: string, portName: string): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Stop what uses it, or set ${portName} to another port.`,
    EACCES: `Port ${port} may not be used by this user. Set ${portName} to 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${hostName} to one that it has.`,
    EAI_AGAIN: `The host name ${host} cannot be looked up: DNS does not answer. Set ${hostName} to an address of this machine.`,
    ENOTFOUND: `The host name ${host} has no address. Set ${hostName} to an address of this machine.`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new AppError('unavailable', reason, { cause: error }) : error;
}
