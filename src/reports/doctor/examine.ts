// Examines an installation: each check by itself, so that one that fails hides no other.
import { asError } from '../../kernel/errors.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { outwardOf } from '../../mail/smtp/direct/around.ts';
import { probeRelay } from '../../mail/smtp/probe.ts';
import { type Relay, relayName } from '../../mail/smtp/relay-url.ts';
import { checkBaseUrl, checkReturnPath } from './around.ts';
import { checkBackup } from './backup.ts';
import { checkDomains, checkRelays } from './delivery.ts';
import { CHECKS, type Check, type Examined, type Finding, wrong } from './finding.ts';
import { checkPictures } from './pictures.ts';
import { checkClock, checkDisk, checkReplication, checkStore, checkWorkers } from './store.ts';

const RUN: Readonly<Record<Check, (of: Examined) => Promise<Finding[]>>> = {
  store: (of) => checkStore(of),
  disk: checkDisk,
  backup: checkBackup,
  clock: checkClock,
  workers: checkWorkers,
  relays: checkRelays,
  domains: checkDomains,
  'base-url': checkBaseUrl,
  'return-path': checkReturnPath,
  replication: checkReplication,
  pictures: checkPictures,
};

/** What one check finds; never rejects. */
export function examineOne(of: Examined, check: Check): Promise<Finding[]> {
  return RUN[check](of).catch((error: unknown) => {
    const reason = oneLine(asError(error).message); // a database server's own words have line breaks
    const said = ['not-checked', `It could not be checked: ${reason}`, { reason }] as const;
    return [wrong(check, said, 'First fix what the other findings name.')];
  });
}

/** All findings, in the order of the checks. @param began called before each check */
export async function examine(of: Examined, began: (check: string) => void = () => undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    began(check);
    findings.push(...(await examineOne(of, check)));
  }
  return findings;
}

/** The relay of the configuration, as it is examined. */
export function examinedRelay(relay: Relay | undefined): Examined['relay'] {
  if (!relay) return undefined;
  const probe = (deadlineMs: number) => probeRelay(relay, { deadlineMs });
  const { host, direct } = relay;
  const lookAround = direct && ((deadlineMs: number) => outwardOf(relay, direct, deadlineMs));
  return { host, direct, shownAs: relayName(relay), probe, lookAround };
}
