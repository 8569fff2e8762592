// Talks with a browser over a pipe: its protocol for developers, messages of JSON with a NUL
// after each.
import type { Readable, Writable } from 'node:stream';

type Message = {
  id?: number;
  method?: string;
  params?: never;
  result?: never;
  error?: { message: string };
  sessionId?: string;
};
type Heard = (params: never) => void;

export type Pipe = {
  /** Calls a method. Rejects with what the browser says, or when it is gone. */
  call<T = object>(method: string, params?: object, session?: string): Promise<T>;
  on(method: string, heard: Heard): void;
  /** Ends all calls that wait. */
  end(reason: Error): void;
};

/** A screenshot as base64 has far less. */
const LONGEST = 16 * 1024 * 1024;

export function openPipe(to: Writable, from: Readable): Pipe {
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  const listeners = new Map<string, Heard>();
  let last = 0;
  let gone: Error | undefined;
  let parts: Buffer[] = [];
  let length = 0;
  const end = (reason: Error) => {
    gone ??= reason;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  const take = ({ id, method, params, result, error }: Message) => {
    if (id === undefined) return listeners.get(method ?? '')?.(params as never);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`The browser says: ${error.message}`));
    else call?.resolve(result as never);
  };
  from.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let at = rest.indexOf(0); at !== -1; at = rest.indexOf(0)) {
      const text = Buffer.concat([...parts, rest.subarray(0, at)]).toString();
      [parts, length, rest] = [[], 0, rest.subarray(at + 1)];
      try {
        take(JSON.parse(text));
      } catch {
        end(new Error('The browser says what is no JSON.'));
      }
    }
    parts.push(rest);
    length += rest.length;
    if (length > LONGEST) end(new Error('The browser says too much.'));
  });
  for (const stream of [to, from]) {
    stream.on('error', () => end(new Error('The browser is gone.')));
    stream.on('close', () => end(new Error('The browser is gone.')));
  }
  return {
    call(method, params = {}, session) {
      if (gone) return Promise.reject(gone);
      last += 1;
      const answer = Promise.withResolvers<never>();
      waiting.set(last, answer);
      to.write(`${JSON.stringify({ id: last, method, params, sessionId: session })}\0`);
      return answer.promise;
    },
    on: (method, heard) => void listeners.set(method, heard),
    end,
  };
}
