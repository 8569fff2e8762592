/**
 * Where to go after sign-in: the screen that was asked for, if it is one of ours.
 * @param next an address below `/app`, as the router gave it; others, from outside, are passed over
 */
export function wayBack(next: string | undefined): string {
  const isOurs = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in');
  return isOurs ? next : '/campaigns';
}
