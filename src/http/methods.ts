// Answers for unknown addresses and methods.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Route } from './route.ts';

type RequestLine = { method: string; url: string };

/**
 * 404 for an unknown address, 405 for a known one without the method.
 * @returns the error, and the methods for `Allow` with 405
 */
export function notMounted(
  routes: readonly Route[],
  { method, url }: RequestLine,
): { error: AppError; allow?: string } {
  const takes = methodsOf(sortedRoutes(routes), url);
  if (takes.length === 0 || takes.includes(method))
    return { error: new AppError('not_found', say('request-page-not-found')) };
  const error = new AppError('method_not_allowed', say('request-method', { methods: takes.join(', '), method }));
  return { error, allow: withHead(takes).join(', ') };
}

const withHead = (methods: readonly string[]) => methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));

/** What `OPTIONS` of an address answers as `Allow`; undefined for an unknown one. */
export function allowedOn(routes: readonly Route[], url: string): string | undefined {
  const takes = methodsOf(sortedRoutes(routes), url);
  return takes.length === 0 ? undefined : [...withHead(takes), 'OPTIONS'].join(', ');
}

/**
 * Fixed paths within parametrised ones, each with a method that only the latter have: of
 * `/things/types` beside `/things/:uid`, PUT and DELETE, and POST, which may stand for them. A
 * router would take `types` for a uid.
 */
export function hiddenMethods(routes: readonly Route[]): { path: string; method: string }[] {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const sorted = sortedRoutes(routes);
  return paths.flatMap((path) => {
    const own = methodsOf(sorted, `/api${path}`);
    const others = fittingRoutes(sorted, path).filter(({ method }) => !own.includes(method));
    if (others.length === 0) return [];
    const methods = new Set(['POST', ...others.map(({ method }) => method)]);
    return [...methods].filter((method) => !own.includes(method)).map((method) => ({ path, method }));
  });
}

/** Routes with the steps of their paths, by how many these are. */
type SortedRoutes = ReadonlyMap<number, readonly { route: Route; steps: readonly string[] }[]>;

/** Each start of a server compares every path with every route. */
function sortedRoutes(routes: readonly Route[]): SortedRoutes {
  const split = routes.map((route) => ({ route, steps: route.path.split('/') }));
  return Map.groupBy(split, ({ steps }) => steps.length);
}

/** The methods of an address below `/api`; a fixed path goes before a parametrised one. */
function methodsOf(routes: SortedRoutes, url: string): string[] {
  const path = url.split('?')[0] ?? '';
  if (!path.startsWith('/api/')) return [];
  const fitting = fittingRoutes(routes, path.slice('/api'.length));
  const closest = fitting.map(fixedSteps).sort().at(-1);
  return [...new Set(fitting.filter((route) => fixedSteps(route) === closest).map(({ method }) => method))];
}

function fittingRoutes(routes: SortedRoutes, path: string): Route[] {
  const steps = path.split('/');
  const isFitting = (pattern: readonly string[]) =>
    pattern.every((step, i) => step.startsWith(':') || step === steps[i]);
  const sameLength = routes.get(steps.length) ?? [];
  return sameLength.filter((one) => isFitting(one.steps)).map(({ route }) => route);
}

/** `1110` of `/things/types/:uid`; of several that fit, a router takes the largest. */
const fixedSteps = ({ path }: Route) =>
  path
    .split('/')
    .map((step) => (step.startsWith(':') ? '0' : '1'))
    .join('');
