// Notes what a look found of a domain's records: how each stands now, and what changed by that.
import type { Sentence } from '../../kernel/sentences/sentence.ts';
import type { Tx } from '../../storage/db.ts';
import type { DkimKey, DomainRecord, SendingDomain } from '../../storage/tables/delivery.ts';
import { type Finding, parseVerdict } from '../dns/verdict.ts';
import { keyRecord } from '../records.ts';
import { deleteOtherRecords, insertChange, recordsOfDomains, replaceRecord, updateLookAt } from './queries.ts';
import { type Change, keptFinding, nextLook, type RecordState, type Standing, standingAfter } from './rules.ts';

/** A record was found for the first time, broke, or is right again. */
export type RecordChange = {
  what: Change;
  purpose: Finding['purpose'];
  name: string;
  sentences: readonly Sentence[];
  found: string;
  wanted: string;
};

type Looked = {
  domain: SendingDomain;
  /** Its active and waiting keys. */
  keys: readonly DkimKey[];
  findings: readonly Finding[];
  /** ms */
  at: number;
  /** By the clock: what may be a blip is not shown as found yet. */
  isQuiet: boolean;
};

/** Notes it. @returns the findings to keep, and what changed */
export async function noteFindings(
  tx: Tx,
  { domain, keys, findings, at, isQuiet }: Looked,
): Promise<{ findings: Finding[]; changes: RecordChange[] }> {
  const rows = await recordsOfDomains(tx, domain.customer_id, [domain.id]);
  const former = parseVerdict(domain.verdict)?.findings ?? [];
  const owner = { customer_id: domain.customer_id, domain_id: domain.id };
  const noted = findings.map((finding) => {
    const row = rows.find(({ name }) => name === finding.name);
    const { standing, change } = standingAfter(row && standingOf(row), finding.status, at);
    const isRight = finding.status === 'good' || finding.status === 'weak';
    const seen = isRight ? (finding.seen ?? '') : (row?.seen ?? '');
    const before = former.find(({ name }) => name === finding.name);
    const dated: Finding = { ...finding, at };
    const kept = isQuiet ? keptFinding(before, dated, standing, at) : dated;
    return { finding, row, standing, change, seen, kept };
  });
  const changes: RecordChange[] = [];
  for (const { finding, row, standing, change, seen } of noted) {
    const { name, purpose, sentences } = finding;
    const { state, since, suspectAt: suspect_at } = standing;
    const now: DomainRecord = { ...owner, name, purpose, state, since, suspect_at, seen };
    if (!row || differ(row, now)) await replaceRecord(tx, now);
    if (change === undefined) continue;
    const made = {
      what: change,
      purpose,
      name,
      sentences,
      found: finding.seen ?? '',
      wanted: wantedOf(finding, keys, seen),
    };
    await insertChange(tx, { ...owner, ...made, sentences: JSON.stringify(sentences), at });
    changes.push(made);
  }
  await deleteOtherRecords(
    tx,
    domain,
    findings.map(({ name }) => name),
  );
  const looked = noted.map(({ finding: { status }, standing }) => ({ status, standing }));
  await updateLookAt(tx, domain, nextLook(looked, { at, share: Math.random() }));
  return { findings: noted.map(({ kept }) => kept), changes };
}

const standingOf = ({ state, since, suspect_at }: DomainRecord): Standing => {
  return { state: state as RecordState, since, suspectAt: suspect_at };
};

const differ = (a: DomainRecord, b: DomainRecord) =>
  a.state !== b.state || a.since !== b.since || a.suspect_at !== b.suspect_at || a.seen !== b.seen;

/** Of a key what its record must say; of others what stood there while they were right. */
function wantedOf({ publicKey }: Finding, keys: readonly DkimKey[], seen: string): string {
  const key = keys.find(({ public_key }) => public_key === publicKey);
  return key ? keyRecord(key) : seen;
}
