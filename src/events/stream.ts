// One open stream: what is to be sent waits here until the client takes it. One that takes too
// little is told everything anew instead of piling up.
import type { Actor } from '../http/route.ts';

const MOST_WAITING = 8;

export type Stream = {
  customerId: number;
  actor: Actor;
  isOperator: boolean;
  /** Sends a text, unless too much waits already: then a snapshot is needed. */
  push(text: string): void;
  /** Whether it is to be told how everything is, first or anew. */
  needsSnapshot(): boolean;
  snapshot(text: string): void;
  end(): void;
  /** The texts, until it ends. */
  texts(): AsyncGenerator<string>;
};

type Opened = Pick<Stream, 'customerId' | 'actor' | 'isOperator'>;

/** @param onEnd called once */
export function newStream(opened: Opened, onEnd: (stream: Stream) => void): Stream {
  let waiting: string[] = [];
  let [isLost, isOver] = [true, false];
  let wake: () => void = () => undefined;
  const stream: Stream = {
    ...opened,
    push(text) {
      if (isLost || isOver) return;
      if (waiting.length >= MOST_WAITING) {
        waiting = [];
        isLost = true;
      } else waiting.push(text);
      wake();
    },
    needsSnapshot: () => isLost && waiting.length === 0,
    snapshot(text) {
      isLost = false;
      stream.push(text);
    },
    end() {
      if (isOver) return;
      isOver = true;
      onEnd(stream);
      wake();
    },
    async *texts() {
      try {
        while (!isOver) {
          const text = waiting.shift();
          if (text !== undefined) yield text;
          else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      } finally {
        stream.end();
      }
    },
  };
  return stream;
}
