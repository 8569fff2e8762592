// Settings of direct delivery, from a URL: direct:?lanes=50&name=mail.example.com&source=192.0.2.1.
// Such a relay is no mail server: messages go straight to those of the recipients' domains.
import { isIP } from 'node:net';

export type DirectSettings = {
  /** Connections at a time to one mail server, of one worker. */
  perHost: number;
  /** The address of this machine that connections come from, one of each family at most. */
  sources: readonly string[];
  /** Resolvers, `address` or `address:port`; none = the machine's. */
  dns: readonly string[];
  /**
   * Whether resolvers are trusted when they say that DNSSEC proves an answer; undefined: those on
   * this machine.
   */
  dnssec: boolean | undefined;
  /** Also to addresses of private networks and of this machine: for tests and closed networks. */
  allowsPrivate: boolean;
};

export const NO_DIRECT: DirectSettings = { perHost: 5, sources: [], dns: [], dnssec: undefined, allowsPrivate: false };

/** Whether a text means direct delivery instead of a host. */
export function isDirect(text: string): boolean {
  return /^direct:/i.test(text);
}

/** The family of an IP address. */
export const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

/** The names of the options, as people write them. */
const DIRECT_OPTIONS = ['perHost', 'source', 'dns', 'dnssec', 'private'] as const;

/** The fault of an option that there is not. */
export const unknownOption = (name: string, known: readonly string[]): string =>
  `the option "${name.slice(0, 40)}" is not known; known are ${known.join(', ')}`;

const YES = /^(?:true|1|yes)$/i;
const NO = /^(?:false|0|no)$/i;

/** Reads an option. @returns its fault, '' when there is no such option */
function readDirectOption(settings: DirectSettings, name: string, value: string): string | undefined {
  const list = value.split(',').map((one) => one.trim());
  switch (name) {
    case 'perhost':
      settings.perHost = Number(value);
      return /^\d{1,3}$/.test(value) && settings.perHost >= 1 && settings.perHost <= 100
        ? undefined
        : 'perHost must be 1 to 100';
    case 'source': {
      settings.sources = list;
      const families = list.map((one) => isIP(one));
      const isRight = !families.includes(0) && new Set(families).size === families.length;
      return isRight ? undefined : 'source must be an IPv4 address, an IPv6 address, or both with a comma between them';
    }
    case 'dns':
      settings.dns = list;
      return list.every((one) => isIP(one) !== 0 || /^(?:[\d.]+|\[[\da-f:]+\]):\d{1,5}$/i.test(one))
        ? undefined
        : 'dns must be addresses of resolvers with commas between them';
    case 'dnssec':
      settings.dnssec = YES.test(value);
      return YES.test(value) || NO.test(value) ? undefined : 'dnssec must be true or false';
    case 'private':
      settings.allowsPrivate = YES.test(value);
      return YES.test(value) || NO.test(value) ? undefined : 'private must be true or false';
    default:
      return '';
  }
}

/** More options than those of direct delivery alone. `read` returns the fault of one of `names`. */
type MoreOptions = { names: readonly string[]; read(name: string, value: string): string | undefined };

/**
 * Settings of `direct:?perHost=5&source=…`.
 * @throws Error that lists all faults at once
 */
export function parseDirect(url: string, more: MoreOptions = { names: [], read: () => '' }): DirectSettings {
  const settings: DirectSettings = { ...NO_DIRECT };
  const faults: string[] = [];
  if (!/^direct:(?:\?.*)?$/i.test(url)) faults.push('write direct: alone, or with options as direct:?perHost=5');
  else {
    for (const [name, value] of new URLSearchParams(url.slice('direct:'.length))) {
      const fault = readDirectOption(settings, name.toLowerCase(), value);
      const other = fault === '' ? more.read(name.toLowerCase(), value) : fault;
      if (other === '') faults.push(unknownOption(name, [...DIRECT_OPTIONS, ...more.names]));
      else if (other !== undefined) faults.push(other);
    }
  }
  if (faults.length > 0) throw new Error(`The setting for direct delivery is wrong: ${faults.join('; ')}.`);
  return settings;
}
