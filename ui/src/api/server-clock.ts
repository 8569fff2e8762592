// What the server's clock says: this machine's may be wrong by minutes.
import { api } from './client.ts';

let ahead: number | undefined;

/** Asks the server what time it is. Exact to a second or so; this machine's clock when it is away. */
export async function askServerClock(): Promise<number> {
  const sent = Date.now();
  const answer = await api.GET('/session').catch(() => undefined);
  const told = Date.parse(answer?.response.headers.get('date') ?? '');
  if (!Number.isNaN(told)) {
    const difference = told - (sent + Date.now()) / 2;
    ahead = Math.abs(difference) < 2_000 ? 0 : difference; // the header has whole seconds
  }
  return serverNow();
}

/** Now in ms by the server's clock, as it was asked last. */
export function serverNow(): number {
  return Date.now() + (ahead ?? 0);
}
