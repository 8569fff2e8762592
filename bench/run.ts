// Runs the benchmarks one after the other, each in a separate process. `npm run bench -- import`
// runs those whose name contains "import". The soak, a million rows and lists of several sizes take
// long: they run when they are named.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts' && name !== 'machine.ts')
  .filter(
    (name) =>
      (wanted.length === 0 && !['soak.ts', 'million.ts', 'sizes.ts'].includes(name)) ||
      wanted.some((part) => name.includes(part)),
  );
for (const name of files.sort()) {
  console.log(`\n== ${name.replace('.ts', '')}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
