// Lanes: one SMTP connection each, opened while there is work and closed when there was none for a while. A relay that
// cannot be reached makes them back off; messages stay pending, and nobody has to do anything when it is back.
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Lane } from '../mail/smtp.ts';
import { relayDelayMs } from './backoff.ts';
import type { ComposedMessage } from './personalise.ts';
import type { Outcome } from './record.ts';
import type { Turns } from './turns.ts';

export type Lanes = {
  /** There may be work: lanes without a connection open one. */
  wake(): void;
  /** How many lanes have a connection. */
  open(): number;
  /** Lanes finish the message they are at; one that has not after `graceMs` loses its connection. */
  stop(graceMs: number): Promise<void>;
};

const IDLE_MS = 5_000;

type Options = {
  count: number;
  connect(): Promise<Lane>;
  /** Sends one message that is in flight; never throws. */
  deliver(lane: Lane, message: ComposedMessage): Promise<Outcome>;
  turns: Turns<ComposedMessage>;
  log: Logger;
  delayMs?: (failures: number) => number;
};

/** Starts the lanes. */
export function openLanes(options: Options): Lanes {
  const { turns, log, delayMs = relayDelayMs } = options;
  const connected = new Set<Lane>();
  const idle = new Set<() => void>();
  const backingOff = new Set<() => void>();
  const ended = Promise.withResolvers<undefined>();
  let stopped = false;
  let down = false;

  /** Until there is work (no `ms`), or until `ms` have passed, whatever work there is; at once at the end. */
  function rest(ms?: number): Promise<void> {
    if (stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(done, ms);
      const sleepers = ms === undefined ? idle : backingOff;
      sleepers.add(done);
      function done(): void {
        clearTimeout(timer);
        sleepers.delete(done);
        resolve();
      }
    });
  }

  /** Without any connection, what was claimed goes back: another node may have a relay that works. */
  function relayLost(): void {
    if (connected.size === 0) turns.giveBack();
  }

  function relayFailed(error: unknown): void {
    if (connected.size > 0 || stopped) return;
    if (!down) log.warn({ event: 'relay.down', reason: asError(error).message });
    down = true;
    relayLost();
  }

  async function run(): Promise<void> {
    let failures = 0;
    for (let serving = false; !stopped; ) {
      if (failures > 0) await rest(delayMs(failures));
      else if (!serving) await rest();
      if (stopped) return;
      serving = false;
      try {
        const lane = await connect();
        if (!lane) return;
        const { sent, lost } = await serve(lane);
        // Some servers close a connection after so many messages: that is no failure.
        serving = lost && sent > 0;
        failures = lost && sent === 0 ? failures + 1 : 0;
        if (lost) relayLost();
      } catch (error) {
        failures += 1;
        relayFailed(error);
      }
    }
  }

  /** Undefined at the end: nobody waits for a server that does not greet. */
  async function connect(): Promise<Lane | undefined> {
    const opening = options.connect();
    const lane = await Promise.race([opening, ended.promise]);
    if (!lane) {
      opening.then(
        (late) => late.close(),
        () => undefined,
      );
      return undefined;
    }
    connected.add(lane);
    if (down) log.info({ event: 'relay.up' });
    down = false;
    return lane;
  }

  /** Sends until there is nothing more, or the connection is lost. `sent` counts messages the server took. */
  async function serve(lane: Lane): Promise<{ sent: number; lost: boolean }> {
    let sent = 0;
    try {
      while (lane.alive) {
        const message = await turns.next(IDLE_MS);
        if (!message) break;
        const outcome = await options.deliver(lane, message);
        turns.settle(outcome);
        if (outcome.state === 'accepted') sent += 1;
      }
      return { sent, lost: !lane.alive };
    } finally {
      connected.delete(lane);
      void lane.quit();
    }
  }

  const running = Promise.all(Array.from({ length: options.count }, run));
  return {
    wake() {
      for (const wakeUp of [...idle]) wakeUp();
    },
    open: () => connected.size,
    async stop(graceMs) {
      stopped = true;
      ended.resolve(undefined);
      for (const wakeUp of [...idle, ...backingOff]) wakeUp();
      const timer = setTimeout(() => {
        for (const lane of connected) lane.close();
      }, graceMs);
      await running;
      clearTimeout(timer);
    },
  };
}
