// A feed server on this machine: responds as the test says, and counts requests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FeedServer = {
  /** Base address without a slash at the end. */
  at: string;
  /** Requested paths, in order. */
  asked: string[];
  /** The response for a path: a body, a status, or none ever. */
  answer: (path: string) => Answer | Promise<Answer>;
};
type Answer = string | number | 'never';

/** Starts a server that responds 404 until the test says otherwise; it is closed with the test. */
export async function openFeedServer(t: { after(close: () => void): void }): Promise<FeedServer> {
  const asked: string[] = [];
  const feeds: FeedServer = { at: '', asked, answer: () => 404 };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = await feeds.answer(path);
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (answer !== 'never') response.end(answer);
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  feeds.at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return feeds;
}

/** A feed in the JSON form whose items have these titles. */
export function listOf(...titles: string[]): string {
  return JSON.stringify(titles.map((title) => ({ title, guid: title, link: `https://news.example/${title}` })));
}
