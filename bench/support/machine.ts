// Describes the machine, for the head of a result table.
import { cpus, totalmem } from 'node:os';

/** One line: cores, processor, memory, Node. */
export function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Machine: ${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}`;
}
