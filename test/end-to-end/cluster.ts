// PostgreSQL spread over machines by Citus, for the tests that want one.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Citus, startCitus } from '../chaos/citus.ts';
import { postgresPrograms } from '../chaos/postgres.ts';

const PROGRAMS = postgresPrograms();
/** The database that it has. */
export const SPREAD = 'spread';

/** Whether the extension is installed beside the PostgreSQL of this machine. */
export const HAS_CITUS = PROGRAMS !== undefined && existsSync(join(PROGRAMS, '..', 'lib', 'citus.so'));

/** A coordinator and two machines, with a folder for more. */
export async function openCluster(t: TestContext, { isFar = false } = {}): Promise<{ citus: Citus; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-cluster-'));
  chmodSync(folder, 0o755); // the user of the servers must get in
  const citus = await startCitus(PROGRAMS ?? '', folder, { isFar });
  t.after(() => {
    citus.stopNow();
    rmSync(folder, { recursive: true, force: true });
  });
  await citus.createDatabase(SPREAD);
  return { citus, folder };
}
