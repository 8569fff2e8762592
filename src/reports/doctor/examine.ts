// Examines an installation: each check by itself, so that one that fails hides no other.
import { asError } from '../../kernel/errors.ts';
import { checkBaseUrl, checkReturnPath } from './around.ts';
import { checkDomains, checkRelays } from './delivery.ts';
import { type Examined, type Finding, wrong } from './finding.ts';
import { checkClock, checkDisk, checkReplication, checkStore, checkWorkers } from './store.ts';

type Check = { name: Finding['check']; run(of: Examined): Promise<Finding[]> };

const ALL: readonly Check[] = [
  { name: 'store', run: checkStore },
  { name: 'disk', run: checkDisk },
  { name: 'clock', run: checkClock },
  { name: 'workers', run: checkWorkers },
  { name: 'relays', run: checkRelays },
  { name: 'domains', run: checkDomains },
  { name: 'base-url', run: checkBaseUrl },
  { name: 'return-path', run: checkReturnPath },
  { name: 'replication', run: checkReplication },
];

/** All findings, in the order of the checks. @param began called before each check */
export async function examine(of: Examined, began: (check: string) => void = () => undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of ALL) {
    began(name);
    const found = await run(of).catch((error: unknown) => [
      wrong(name, `It could not be checked: ${asError(error).message}`, 'Mend what the other findings name first.'),
    ]);
    findings.push(...found);
  }
  return findings;
}
