// Ports for servers that are told where to listen before they are started.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take the ports of connections, and of listeners that name none
 * (Linux: from 32768; RFC 6335: from 49152): one of them would take it before the server does.
 */
const RANGE = { from: 12_000, to: 32_000 };

/** A loopback port that was free a moment ago: the one that is wished for, or any. */
export async function freePort(wished = anyPort()): Promise<number> {
  for (let port = wished; ; port = anyPort()) {
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

function anyPort(): number {
  return RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
}
