// What the audit is told of calls, and of which.
import type { Caller, Reply, Route } from './route.ts';

/** A call that succeeded, of a route that may have changed something. */
export type Done = {
  route: Route;
  caller: Caller;
  params: Record<string, string>;
  /** Where the request came from. */
  ipAddress: string;
  reply: Reply;
};
/** Notes who did what, before the answer is sent. It never throws: what was done is done. */
export type Audit = (done: Done) => Promise<void>;

/** Whether calls of a route that succeed have an entry in the audit. */
export function isAudited({ method, unaudited }: Pick<Route, 'method' | 'unaudited'>): boolean {
  return method !== 'GET' && unaudited === undefined;
}
