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
  const takes = methodsOf(routes, url);
  if (takes.length === 0 || takes.includes(method))
    return { error: new AppError('not_found', say('request-page-not-found')) };
  const error = new AppError('method_not_allowed', say('request-method', { methods: takes.join(', '), method }));
  return { error, allow: withHead(takes).join(', ') };
}

const withHead = (methods: readonly string[]) => methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));

/** What `OPTIONS` of an address answers as `Allow`; undefined for an unknown one. */
export function allowedOn(routes: readonly Route[], url: string): string | undefined {
  const takes = methodsOf(routes, url);
  return takes.length === 0 ? undefined : [...withHead(takes), 'OPTIONS'].join(', ');
}

/** The methods of a concrete address below `/api`. */
function methodsOf(routes: readonly Route[], url: string): string[] {
  const [root, ...steps] = (url.split('?')[0] ?? '').split('/').slice(1);
  if (root !== 'api') return [];
  const methods = new Set<string>();
  for (const route of routes) {
    const pattern = route.path.split('/').slice(1);
    const fits =
      pattern.length === steps.length && pattern.every((step, i) => step.startsWith(':') || step === steps[i]);
    if (fits) methods.add(route.method);
  }
  return [...methods];
}
