// The lanes of one relay: one SMTP connection each, opened while there is work and closed when
// there was none for a while. A relay that cannot be reached makes them back off; messages stay
// pending, and nobody has to do anything when it is back.
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Lane } from '../../mail/smtp/lane.ts';
import type { ComposedMessage } from '../compose/personalise.ts';
import type { Outcome } from '../record.ts';
import type { Turns } from '../turns.ts';
import { relayDelayMs } from './backoff.ts';

export type Lanes = {
  /** There is work for so many lanes: as many have a connection, or are woken to open one. */
  wake(wanted: number): void;
  /** How many lanes have a connection. */
  open(): number;
  /** Whether no lane could open a connection, or keep one, when it was tried last. */
  isDown(): boolean;
  /**
   * Lanes finish the message they are at; one that has not after `graceMs` loses its connection.
   */
  stop(graceMs: number): Promise<void>;
};

/**
 * How a connection came to its end: no work, enough messages, cut, or the relay refuses to work for
 * us.
 */
type Served = { sent: number; end: 'idle' | 'full' | 'lost' | 'refused'; reason: string };

/**
 * What an attempt came to. `relayFault`: the relay takes no message from us at all, whatever the
 * message.
 */
export type Delivered = { outcome: Outcome; relayFault?: string | undefined };

const IDLE_MS = 5_000;

type Options = {
  relayId: number;
  /** The relay's name in logs. */
  relay: string;
  count: number;
  /** A connection is closed after so many messages; null = never. */
  messagesPerConnection: number | null;
  /** Opens a connection; what `signal` finds unfinished is given up at once. */
  connect(signal: AbortSignal): Promise<Lane>;
  /** Sends one message that is in flight; never throws. */
  deliver(lane: Lane, message: ComposedMessage): Promise<Delivered>;
  turns: Turns<ComposedMessage>;
  /** The last connection is gone: other relays may step in, or others of this one. */
  onDown(reason: string): void;
  onUp(): void;
  log: Logger;
  delayMs?: ((failures: number) => number) | undefined;
};

/** Starts the lanes. */
export function openLanes(options: Options): Lanes {
  const { turns, log, delayMs = relayDelayMs } = options;
  const connected = new Set<Lane>();
  const idle = new Set<() => void>();
  const backingOff = new Set<() => void>();
  const ending = new AbortController();
  let stopped = false;
  let fault: string | undefined;

  /**
   * Until there is work (no `ms`), or until `ms` have passed, whatever work there is; at once at
   * the end.
   */
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

  function failed(reason: string): void {
    if (connected.size > 0 || stopped) return;
    if (fault === undefined) log.warn({ event: 'relay.down', relay: options.relay, reason });
    fault = reason;
    options.onDown(reason);
  }

  async function run(): Promise<void> {
    let failures = 0;
    for (let serving = true; !stopped; ) {
      if (failures > 0) await rest(delayMs(failures));
      else if (!serving) await rest();
      if (stopped) return;
      serving = false;
      try {
        const lane = await connect();
        if (!lane) return;
        const { sent, end, reason } = await serve(lane);
        // Some servers close a connection after so many messages: that is no failure.
        serving = end === 'full' || (end === 'lost' && sent > 0);
        failures = end === 'refused' || (end === 'lost' && sent === 0) ? failures + 1 : 0;
        if (end === 'refused' || end === 'lost') failed(reason);
      } catch (error) {
        failures += 1;
        failed(asError(error).message);
      }
    }
  }

  /**
   * Undefined at the end: nobody waits for a server that does not greet, and nothing is in flight
   * yet.
   */
  async function connect(): Promise<Lane | undefined> {
    const lane = await options.connect(ending.signal);
    if (stopped) {
      lane.close();
      return undefined;
    }
    connected.add(lane);
    if (fault !== undefined) {
      log.info({ event: 'relay.up', relay: options.relay });
      fault = undefined;
      options.onUp();
    }
    return lane;
  }

  /**
   * Sends until there is nothing more, the connection is lost or full, or the relay refuses to work
   * for us.
   */
  async function serve(lane: Lane): Promise<Served> {
    let sent = 0;
    let tried = 0;
    let reason = 'Connection closed unexpectedly';
    try {
      while (lane.alive) {
        if (tried === options.messagesPerConnection) return { sent, end: 'full', reason };
        const message = await turns.next(options.relayId, IDLE_MS);
        if (!message) return { sent, end: 'idle', reason };
        const { outcome, relayFault } = await options.deliver(lane, message);
        tried += 1;
        turns.settle(outcome);
        if (outcome.state === 'accepted') sent += 1;
        if (relayFault !== undefined) {
          connected.delete(lane);
          return { sent, end: 'refused', reason: relayFault };
        }
        if (outcome.state !== 'accepted') reason = outcome.reply ?? outcome.detail ?? reason;
      }
      return { sent, end: 'lost', reason };
    } finally {
      connected.delete(lane);
      void lane.quit();
    }
  }

  const running: Promise<void>[] = []; // lanes begin when they are needed for the first time
  return {
    wake(wanted) {
      const open = running.length - idle.size; // or about to be
      const sleepers = [...idle].slice(0, Math.max(wanted - open, 0));
      for (const wakeUp of sleepers) wakeUp();
      const more = Math.min(wanted - open - sleepers.length, options.count - running.length);
      for (let i = 0; i < more; i += 1) running.push(run());
    },
    open: () => connected.size,
    isDown: () => fault !== undefined,
    async stop(graceMs) {
      stopped = true;
      ending.abort();
      for (const wakeUp of [...idle, ...backingOff]) wakeUp();
      const timer = setTimeout(() => {
        for (const lane of connected) lane.close();
      }, graceMs);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
