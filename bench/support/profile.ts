// Reads the profiles that `node --cpu-prof` wrote: which functions used the processor's time.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Frame = { functionName: string; url: string; lineNumber: number };
type Profile = { nodes: { id: number; callFrame: Frame }[]; samples: number[]; timeDeltas: number[] };

const IDLE = new Set(['(idle)', '(root)']);

/** The hottest functions of each thread whose profile is in a folder, by the time in them alone. */
export function hottest(folder: string, most: number): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  return files.map((file) => tableOf(readProfile(join(folder, file)), most)).join('\n');
}

const readProfile = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Profile;

function tableOf({ nodes, samples, timeDeltas }: Profile, most: number): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let busyMs = 0;
  for (const [i, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    const ms = (timeDeltas[i] ?? 0) / 1000;
    if (IDLE.has(name)) continue;
    times.set(name, (times.get(name) ?? 0) + ms);
    busyMs += ms;
  }
  const hot = [...times].sort(([, a], [, b]) => b - a).slice(0, most);
  const rows = hot.map(([name, ms]) => `| ${name} | ${ms.toFixed(0)} | ${((100 * ms) / busyMs).toFixed(1)} |`);
  return `\n| function of a thread that was busy for ${busyMs.toFixed(0)} ms | ms | % |\n|---|---|---|\n${rows.join('\n')}`;
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name} ${basename(url)}:${lineNumber + 1}`;
}
