// What an API key may do for a program that speaks MCP. A role of a key is for programs that their
// owner wrote; a model may change something only where the key names the right itself.
import { type Right, rightsByName } from '../http/rights.ts';
import type { Caller, Route } from '../http/route.ts';

/** Whether calls of a route change nothing. */
export function onlyReads({ method, needs, unaudited }: Pick<Route, 'method' | 'needs' | 'unaudited'>): boolean {
  return needs === 'read' && (method === 'GET' || unaudited !== undefined);
}

/**
 * Why a caller may not use the tool of a route; undefined: they may. What is said here is less than
 * what the door itself refuses: a call that passes goes through it.
 */
export function refusalFor(route: Pick<Route, 'method' | 'needs' | 'unaudited'>, caller: Caller): string | undefined {
  const { needs } = route;
  if (needs === 'open' || !caller.rights.has(needs))
    return `This API key may not do that: its scope does not include the right to ${needs}.`;
  if (onlyReads(route)) return undefined;
  const scope = SCOPE_OF[needs];
  if (scope === undefined) return 'MCP programs may not do this with any key.';
  const named = caller.actor.kind === 'key' ? rightsByName(caller.actor.scope) : new Set<Right>();
  return named.has(needs)
    ? undefined
    : `This API key is read-only for MCP programs, whatever its role: its scope must name ${scope} explicitly, as in \`read,${scope}\`.`;
}

const SCOPE_OF: Partial<Record<Right, string>> = { edit: 'write', send: 'send' };
