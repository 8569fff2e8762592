// A place of one test for what goes into the folder of temporary files, which other processes use,
// too.
import type { TestContext } from 'node:test';

/** Until the test ends, temporary files go into this folder. */
export function takeTemporaryPlace(t: TestContext, folder: string): void {
  const { TMPDIR: usual } = process.env;
  process.env['TMPDIR'] = folder;
  t.after(() => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  });
}
