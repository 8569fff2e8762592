// A network that can break: stands between the server and what it talks to (database, mail server) on loopback.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `reset`: connections are reset, new ones too until it is over. `hang`: nothing passes until it is over, then everything
 * does. `hang-and-reset`: nothing passes, and at the end connections are reset. `forget`: what is open never passes
 * anything again and never ends, as behind a firewall that lost its memory; new connections work at once.
 */
export type Break = 'reset' | 'hang' | 'hang-and-reset' | 'forget';

export type Network = {
  readonly port: number;
  /** Breaks the network; a second break replaces the first. */
  breakDown(how: Break): void;
  /** Ends what `breakDown` began. */
  mend(): void;
  close(): void;
};

type Pair = { from: Socket; to: Socket; isForgotten: boolean; ended: boolean };

/** Passes connections of a free port on to `port` of loopback. */
export async function openNetwork(port: number): Promise<Network> {
  const pairs = new Set<Pair>();
  let broken: Break | undefined;
  const isStill = (pair: Pair) => pair.isForgotten || broken === 'hang' || broken === 'hang-and-reset';

  const server = createServer({ allowHalfOpen: true }, (from) => {
    if (broken === 'reset') return from.resetAndDestroy();
    const to = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const pair: Pair = { from, to, isForgotten: false, ended: false };
    pairs.add(pair);
    pass(pair, from, to);
    pass(pair, to, from);
    if (isStill(pair)) hold(pair);
  });

  function pass(pair: Pair, from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('data', (part) => {
      if (!to.write(part)) from.pause();
    });
    to.on('drain', () => {
      if (!isStill(pair)) from.resume();
    });
    from.on('end', () => to.end());
    from.on('error', () => undefined); // 'close' follows
    from.on('close', () => {
      pair.ended = true;
      if (!isStill(pair)) end(pair);
    });
  }

  function hold(pair: Pair): void {
    pair.from.pause();
    pair.to.pause();
  }

  function release(pair: Pair): void {
    if (pair.ended) end(pair);
    pair.from.resume(); // nothing, where it has ended
    pair.to.resume();
  }

  function end(pair: Pair): void {
    pairs.delete(pair);
    for (const socket of [pair.from, pair.to]) if (!socket.destroyed) socket.resetAndDestroy();
  }

  function mend(): void {
    const how = broken;
    broken = undefined;
    for (const pair of [...pairs]) {
      if (pair.isForgotten) continue;
      if (how === 'hang-and-reset') end(pair);
      else if (how === 'hang') release(pair);
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    breakDown(how) {
      mend();
      if (how !== 'forget') broken = how;
      for (const pair of [...pairs]) {
        if (how === 'forget') pair.isForgotten = true;
        if (how === 'reset') end(pair);
        else hold(pair);
      }
    },
    mend,
    close() {
      for (const pair of [...pairs]) end(pair);
      server.close();
    },
  };
}
