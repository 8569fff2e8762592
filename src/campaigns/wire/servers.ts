// The delivery servers that a campaign is pinned to, in requests and answers: ids in an array, a
// form's map, or a text with commas.
import { z } from 'zod';
import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { parsedRelays } from '../rules.ts';

const MOST = 100;

/**
 * Reads `delivery_servers`, which some programs send among the options; null or empty removes the
 * pins, absent keeps them.
 * @param isKnown whether the customer may use the relay of this number
 * @returns the value for the column
 */
export async function readServers(
  sent: FormObject,
  { before, isKnown }: { before: string | null; isKnown(number: number): Promise<boolean> },
  faults: Faults,
): Promise<string | null> {
  const options = sent['options'];
  const value =
    sent['delivery_servers'] ??
    (options !== undefined && isFormObject(options) ? options['delivery_servers'] : undefined);
  if (value === undefined && !Object.hasOwn(sent, 'delivery_servers')) return before;
  const texts = textsOf(value).filter((text) => text !== '');
  if (texts.length === 0) return null;
  const ids = [...new Set(texts)];
  const wrong = ids.find((id) => !/^\d{1,15}$/.test(id));
  if (wrong !== undefined || ids.length > MOST) {
    faults['delivery_servers'] = say('campaign-servers');
    return before;
  }
  for (const id of ids) {
    if (await isKnown(Number(id))) continue;
    faults['delivery_servers'] = say('campaign-server-unknown', { id });
    return before;
  }
  return JSON.stringify(ids.map(Number));
}

function textsOf(value: FormValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object')
    return String(value)
      .split(',')
      .map((text) => text.trim());
  if (value instanceof Uint8Array) return ['a file'];
  if (!Array.isArray(value) && Object.hasOwn(value, 'server_id')) return textsOf(value['server_id']);
  return Object.values(value).flatMap(textsOf);
}

/** The member for the API reference. */
export const serversMember = whenNeeded(() =>
  z
    .union([z.array(z.union([z.string(), z.int()])), z.string()])
    .nullish()
    .describe(
      'Ids of the only delivery servers that may send its messages, as an array or separated by commas. If absent or empty, all that you may use.',
    ),
);

/** The ids of the relays that a campaign is pinned to, as texts; no member without pins. */
export function toWireServers(relayNumbers: string | null) {
  const ids = parsedRelays(relayNumbers);
  return ids ? { delivery_servers: ids.map(String) } : {};
}
