// Creates the requested DKIM keys, with all faults at once.
import { type MemberFaults, throwFaults } from '../kernel/errors.ts';
import { inEnglish, say } from '../kernel/sentences/sentence.ts';
import { bitsFault, generateKeys, type KeyRequest, type NewKey, parseGivenKey } from './keys.ts';
import { ALGORITHMS } from './rules.ts';

/** Parses the given keys; adds their faults to `faults`. */
export function parseRequestedKeys(
  { given = [], rsaBits }: KeyRequest,
  faults: MemberFaults,
  taken: readonly string[] = [],
): NewKey[] {
  const keys: NewKey[] = [];
  const selectors = new Set(taken);
  for (const [index, one] of given.entries()) {
    const key = parseGivenKey(one);
    if ('faults' in key) {
      faults[`keys[${index}]`] = key.faults.length === 1 ? (key.faults[0] ?? '') : key.faults.map(inEnglish).join(' ');
      continue;
    }
    if (selectors.has(key.selector)) {
      faults[`keys[${index}].selector`] = say('domain-selector-taken', { selector: key.selector });
    }
    selectors.add(key.selector);
    keys.push(key);
  }
  const fault = rsaBits === undefined ? undefined : bitsFault(rsaBits);
  if (fault !== undefined) faults['rsa_bits'] = fault;
  return keys;
}

/**
 * The requested keys: the given ones, else new ones. @throws AppError `invalid` when there are
 * `faults`
 */
export async function createRequestedKeys(
  request: KeyRequest,
  given: NewKey[],
  faults: MemberFaults,
): Promise<NewKey[]> {
  throwFaults(faults);
  if (given.length > 0) return given;
  return generateKeys(request.algorithms ?? ALGORITHMS, request.rsaBits);
}
