// A receiver of webhooks for tests: verifies every request with the library of Standard Webhooks,
// keeps what came, and answers as it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

// biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads of every type
export type ReceivedEvent = { id: string; type: string; timestamp: string; data: any };
export type ReceivedRequest = { id: string; signatures: number; events: ReceivedEvent[]; taken: boolean };

export type EventReceiver = {
  url: string;
  /** All requests whose signature was right, in the order in which they came. */
  requests: ReceivedRequest[];
  /** Events of requests that were answered with 200, also those that came again. */
  events(): ReceivedEvent[];
  /** What is wrong about requests; empty: nothing. */
  wrong: string[];
  /** How the next requests are answered; absent: 200. */
  answer: ((request: ReceivedRequest, response: ServerResponse) => void | Promise<void>) | undefined;
  secret: string;
  close(): Promise<void>;
};

/** Opens a receiver on a free port of loopback. Set `secret` before the first request. */
export async function openEventReceiver(port = 0): Promise<EventReceiver> {
  const server = createServer((request, response) => void handle(request, response));
  const receiver: EventReceiver = {
    url: '',
    requests: [],
    events: () => receiver.requests.filter(({ taken }) => taken).flatMap(({ events }) => events),
    wrong: [],
    answer: undefined,
    secret: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    let payload: { type: string; timestamp: string; data: { events?: ReceivedEvent[] } };
    try {
      payload = new Webhook(receiver.secret).verify(body, headers) as typeof payload;
    } catch (error) {
      receiver.wrong.push(`${id}: ${String(error)}`);
      response.writeHead(400).end();
      return;
    }
    const events =
      payload.type === 'batch' ? (payload.data.events ?? []) : [{ id, ...payload } as unknown as ReceivedEvent];
    const signatures = (headers['webhook-signature'] ?? '').split(' ').length;
    const received: ReceivedRequest = { id, signatures, events, taken: false };
    receiver.requests.push(received);
    if (receiver.answer) await receiver.answer(received, response);
    else response.writeHead(200).end('ok');
    received.taken = response.statusCode === 200 && response.writableEnded;
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return receiver;
}
