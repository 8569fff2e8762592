// Folders that tests write to.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * Makes an empty folder that goes with the test. What runs in it must have ended by then: hooks of
 * a test run in the order in which they were set, so this one comes before those that follow it.
 * @param name tells whose it is: `mailwright-<name>-` and six random characters
 */
export function temporaryFolder(t: Pick<TestContext, 'after'>, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `mailwright-${name}-`));
  t.after(() => removeFolder(folder));
  return folder;
}

/** Removes a folder; one who was killed a moment ago may still write to it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
