// Ports for servers that are told where to listen before they are started.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take the ports of connections, and of listeners that name none
 * (Linux: from 32768; RFC 6335: from 49152): one of them would take it before the server does.
 */
const RANGE = { from: 12_000, to: 32_000 };

/**
 * A loopback port that was free a moment ago: the one that is wished for, or any. Until this
 * process ends no other one gets it here, however long its server takes to start.
 */
export async function freePort(wished = anyPort()): Promise<number> {
  for (let port = wished; ; port = anyPort()) {
    if (!(await keepName(port))) continue;
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue; // somebody has it
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/**
 * Takes a port's name from the other processes that ask here: a socket in Linux's abstract
 * namespace (unix(7)), which the kernel removes with the process. Elsewhere nothing is kept.
 * @returns false when somebody has the name
 */
async function keepName(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const keeper = createServer().listen(`\0mailwright-port-${port}`);
  keeper.unref();
  try {
    await once(keeper, 'listening');
    return true;
  } catch {
    return false;
  }
}

function anyPort(): number {
  return RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
}
