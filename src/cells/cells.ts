// Cells: installations beside each other, each with its own store, and which address is whose. Read
// from a file with a line for each cell: its name, its public hosts, its nodes with the role `web`.
import { AppError } from '../kernel/errors.ts';

/**
 * An installation. `nodes`: addresses like `http://10.0.0.11:8080`; the first that answers is used.
 */
export type Cell = { name: string; hosts: readonly string[]; nodes: readonly string[] };

const NAME = /^[a-z0-9][a-z0-9-]{0,30}$/;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/**
 * The cells of a file. Empty lines and what follows a `#` do not count.
 * @throws AppError `invalid` with a line for each fault
 */
export function parseCells(text: string): Cell[] {
  const faults: string[] = [];
  const cells: Cell[] = [];
  const seen = new Set<string>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const words = line.replace(/#.*/, '').trim();
    if (words === '') continue;
    const found = faultOf(words.split(/\s+/), seen);
    if (typeof found === 'string') faults.push(`line ${at + 1}: ${found}`);
    else cells.push(found);
  }
  if (faults.length === 0 && cells.length === 0) faults.push('it names no cell');
  if (faults.length > 0) throw new AppError('invalid', faults.join('\n'));
  return cells;
}

/** The cell of a line, or what is wrong with it. */
function faultOf([name = '', hosts = '', nodes = '', ...more]: readonly string[], seen: Set<string>): Cell | string {
  if (nodes === '' || more.length > 0) {
    return 'give three words: a name, public hosts, nodes; several of these with commas and without spaces.';
  }
  if (!NAME.test(name)) return `"${name}" is no name: use lower-case letters, digits and hyphens.`;
  const cell = { name, hosts: hosts.toLowerCase().split(','), nodes: nodes.split(',').map(nodeOf) };
  const wrong = cell.hosts.find((host) => !HOST.test(host));
  if (wrong !== undefined) return `"${wrong}" is no host: give it without scheme, port and path.`;
  if (cell.nodes.includes(undefined))
    return `"${nodes}": a node is an address like http://10.0.0.11:8080, without a path.`;
  for (const one of [`the name ${name}`, ...cell.hosts.map((host) => `the host ${host}`)]) {
    if (seen.has(one)) return `${one} is of a line above.`;
    seen.add(one);
  }
  return cell as Cell;
}

function nodeOf(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, search, hash, username } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && username === '' ? origin : undefined;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The cell whose host a request names. */
export function cellOfHost(cells: readonly Cell[], { host }: Headers): Cell | undefined {
  const name = String(host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '');
  return cells.find(({ hosts }) => hosts.includes(name));
}

/** The API key of a request, in the headers that a server looks into, in its order. */
export function keyOf(headers: Headers): string | undefined {
  for (const name of ['x-api-key', 'x-mw-public-key']) {
    const key = String(headers[name] ?? '').trim();
    if (key !== '') return key;
  }
  return undefined;
}
