// What there is around a machine that sends mail straight to the recipients' mail servers.

/** `proves`: whether it checks DNSSEC; `no-answer`: the fault is in `reason`. */
export type ResolverState = { servers: string; proves: 'yes' | 'no' | 'not-trusted' | 'no-answer'; reason: string };
/**
 * An address that mail comes from. `names`: those that DNS has for it (PTR); `confirmed`: those
 * that lead back to it. `state`: `hidden` is one of a private network, whose public address is not
 * known here.
 */
export type SourceState = {
  address: string;
  state: 'known' | 'hidden' | 'no-answer';
  names: string[];
  confirmed: string[];
};
export type OutwardState = {
  greets: string | undefined;
  resolver: ResolverState;
  port: { works: boolean; line: string };
  sources: SourceState[];
};
