// A network that can fail: a proxy between the server and its database or mail server on loopback.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `reset`: connections are reset, new ones too until it is over. `hang`: nothing passes until it is
 * over, then everything does. `hang-and-reset`: nothing passes, and at the end connections are
 * reset. `forget`: open connections never pass anything again and never end, as behind a firewall
 * that lost its state; new connections work at once.
 */
export type Break = 'reset' | 'hang' | 'hang-and-reset' | 'forget';

export type Network = {
  readonly port: number;
  /** Breaks the network; a second break replaces the first. */
  breakDown(how: Break): void;
  /** Ends what `breakDown` began. */
  mend(): void;
  /**
   * Delays one statement while everything else works: holds the first data to the server that
   * `late` matches, and all further data on its connection. It is passed on, whether its client is
   * still connected or not, when another connection has got the reply to data that the function
   * returned by `late` matches.
   */
  holdOne(late: Late): HeldStatement;
  close(): void;
};

/**
 * Returns undefined unless the data is to be held; then the function that recognizes the data of
 * another connection after which to release it.
 */
export type Late = (part: string) => ((later: string) => boolean) | undefined;

export type HeldStatement = {
  isCaught(): boolean;
  /** Whether its client has disconnected. */
  isGivenUp(): boolean;
  /** Holds no further data; held data stays held. */
  disarm(): void;
};

type Pair = { from: Socket; to: Socket; isForgotten: boolean; ended: boolean };

type HeldTraffic = {
  late: Late | undefined;
  isTime?: (later: string) => boolean;
  pair?: Pair;
  isGivenUp: boolean;
  parts: Buffer[];
  answer?: Pair;
};

/** Forwards connections from a free port to a port of loopback, which may change. */
export async function openNetwork(port: number | (() => number)): Promise<Network> {
  const pairs = new Set<Pair>();
  let broken: Break | undefined;
  let holding: HeldTraffic | undefined;
  const isStill = (pair: Pair) => pair.isForgotten || broken === 'hang' || broken === 'hang-and-reset';

  const server = createServer({ allowHalfOpen: true }, (from) => {
    if (broken === 'reset') return from.resetAndDestroy();
    const to = connect({ port: typeof port === 'number' ? port : port(), host: '127.0.0.1', allowHalfOpen: true });
    const pair: Pair = { from, to, isForgotten: false, ended: false };
    pairs.add(pair);
    pass(pair, from, to);
    pass(pair, to, from);
    if (isStill(pair)) hold(pair);
  });

  function pass(pair: Pair, from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('data', (part: Buffer) => {
      if (holding && isHeld(holding, pair, from === pair.from, part)) return;
      if (!to.write(part)) from.pause();
    });
    to.on('drain', () => {
      if (!isStill(pair)) from.resume();
    });
    from.on('end', () => {
      if (holding?.pair !== pair) to.end();
      else if (from === pair.from) holding.isGivenUp = true;
    });
    from.on('error', () => undefined); // 'close' follows
    from.on('close', () => {
      pair.ended = true;
      if (!isStill(pair) && holding?.pair !== pair) end(pair);
    });
  }

  function isHeld(of: HeldTraffic, pair: Pair, isToServer: boolean, part: Buffer): boolean {
    if (isToServer && of.pair === pair) {
      of.parts.push(part);
      return true;
    }
    if (isToServer && of.late) {
      of.isTime = of.late(part.toString('latin1')) as NonNullable<HeldTraffic['isTime']>;
      if (!of.isTime) return false;
      Object.assign(of, { pair, late: undefined });
      of.parts.push(part);
      return true;
    }
    if (isToServer && of.isTime?.(part.toString('latin1'))) of.answer = pair;
    else if (!isToServer && of.answer === pair) arrive(of);
    return false;
  }

  function arrive(of: HeldTraffic): void {
    holding = undefined;
    const { pair } = of;
    if (!pair || pair.to.destroyed) return;
    pair.to.write(Buffer.concat(of.parts));
    setTimeout(() => {
      if (pair.ended) end(pair);
    }, 1_000);
  }

  function hold(pair: Pair): void {
    pair.from.pause();
    pair.to.pause();
  }

  function release(pair: Pair): void {
    if (pair.ended) end(pair);
    pair.from.resume(); // nothing, when it has ended
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
    holdOne(late) {
      const of: HeldTraffic = { late, isGivenUp: false, parts: [] };
      holding ??= of;
      return {
        isCaught: () => of.pair !== undefined,
        isGivenUp: () => of.isGivenUp || of.pair?.ended === true,
        disarm() {
          of.late = undefined;
          if (holding === of && !of.pair) holding = undefined;
        },
      };
    },
    close() {
      for (const pair of [...pairs]) end(pair);
      server.close();
    },
  };
}
