// Relays in the operator's command: option names in, lines out.
import type { FormObject } from '../http/form/decode.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import type { RelaySettings } from './settings.ts';
import { readRelay } from './wire.ts';
import { toWireDetail } from './wire-record.ts';

const MEMBERS = [
  'name',
  'host',
  'port',
  'tls',
  'verify-tls',
  'username',
  'password',
  'helo-name',
  'lanes',
  'messages-per-connection',
  'priority',
  'weight',
] as const;
const QUOTAS = ['per-second', 'per-minute', 'per-hour', 'per-day', 'per-month'] as const;
const WARM_UP = ['warm-up-first-day', 'warm-up-growth', 'warm-up-until'] as const;

type OptionName = (typeof MEMBERS | typeof QUOTAS | typeof WARM_UP)[number];

/** The options that are settings of a relay, as text. */
export type RelayOptions = { readonly [name in OptionName]?: string | undefined };

/** Members whose names differ from the options. */
const NAMES: Record<string, string> = {
  host: 'hostname',
  'warm-up-first-day': 'first_day',
  'warm-up-growth': 'growth_percent',
  'warm-up-until': 'until',
};

/**
 * Parses settings from options; `''` removes a setting. The operator may use hosts of the internal
 * network.
 * @param around.before the relay to change: absent options stay unchanged
 * @param around.now ms since 1970 UTC
 * @throws AppError `invalid` with every faulty option at once
 */
export function settingsFromOptions(options: RelayOptions, around: { before?: RelayRow; now: number }): RelaySettings {
  const given = (names: readonly (keyof RelayOptions)[]): FormObject =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = options[name];
        return value === undefined ? [] : [[NAMES[name] ?? name.replaceAll('-', '_'), value]];
      }),
    );
  const [quotas, warmUp] = [given(QUOTAS), given(WARM_UP)];
  const members: FormObject = {
    ...given(MEMBERS),
    ...(Object.keys(quotas).length > 0 && { quotas }),
    ...(Object.keys(warmUp).length > 0 && { warm_up: warmUp }),
  };
  return readRelay(members, { ...around, isFromOutside: false });
}

/** A relay, one setting a line; instants in UTC. Of the password only whether there is one. */
export function describeRelay(relay: RelayRow, customerUid: string | undefined): string[] {
  const { quotas, warm_up: plan, sentences: _, ...rest } = toWireDetail(relay, 'UTC'); // `fault` is their text
  const lines = {
    customer: customerUid ?? 'all',
    ...rest,
    username: relay.username === null ? 'none' : `${relay.username}, with a password`,
    ...quotas,
    ...Object.fromEntries(Object.entries(plan ?? {}).map(([name, value]) => [`warm_up_${name}`, String(value)])),
  };
  return Object.entries(lines).flatMap(([name, value]) =>
    value === null ? [] : [`${name.replaceAll('_', ' ')}: ${value}`],
  );
}
