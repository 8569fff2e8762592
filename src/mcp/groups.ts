// Which groups of operations an address offers as tools: many programs take a limited number, and a
// model reads them all before it begins.
import { throwFaults } from '../kernel/errors.ts';
import { hintOf } from '../kernel/text/nearest.ts';
import type { RouteTool } from './tools.ts';

/** A group as addresses name it. */
const groupOf = ({ route }: RouteTool) => route.group.toLowerCase().replaceAll(' ', '-');

/**
 * The tools of an address.
 * @param address of the request; its parameter `groups` names them, comma-separated; absent or
 * empty: all
 * @throws AppError `invalid` for a name that no group has
 */
export function toolsAt(address: string, tools: readonly RouteTool[]): readonly RouteTool[] {
  const given = new URL(address).searchParams.getAll('groups').flatMap((text) => text.split(','));
  const wanted = new Set(given.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
  if (wanted.size === 0) return tools;
  const known = [...new Set(tools.map(groupOf))];
  const stranger = [...wanted].find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const hint = hintOf(stranger, known);
    throwFaults({ groups: `There is no group ${stranger}.${hint} Groups: ${known.join(', ')}.` });
  }
  return tools.filter((tool) => wanted.has(groupOf(tool)));
}
