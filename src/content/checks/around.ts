// What can be said of a campaign by what stands around it: list, sender, domain, relay, test.
import { domainToASCII } from 'node:url';
import { companyOf, hasNoAddress } from '../../accounts/company.ts';
import { findCustomer } from '../../accounts/queries.ts';
import { NO_LIST } from '../../campaigns/create.ts';
import { segmentOf } from '../../campaigns/listing.ts';
import { parsedOptions } from '../../campaigns/options.ts';
import { listOf } from '../../campaigns/queries.ts';
import { parsedRelays } from '../../campaigns/rules.ts';
import { countNotOpened } from '../../campaigns/send-again/count.ts';
import { listIdsOf } from '../../campaigns/several-lists/lists.ts';
import { whyHeld } from '../../campaigns/warnings/prerequisites.ts';
import { faultsOf } from '../../domains/describe.ts';
import { worstOf } from '../../domains/dns/verdict.ts';
import { viewOfDomain } from '../../domains/listing.ts';
import { findDomainByName } from '../../domains/queries.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { inEnglish, type Sentence, say, textOf } from '../../kernel/sentences/sentence.ts';
import { counted } from '../../kernel/text/counted.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { findSettingsInForce } from '../../relays/in-force.ts';
import { hasRelayFor } from '../../relays/queries.ts';
import { whyNoneWorks } from '../../relays/usable.ts';
import { definitionOf, lacksField } from '../../segments/rules.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findTally } from '../../storage/tally.ts';
import type { Preview } from '../preview.ts';
import { advice, blocking, type CheckResult, fine } from './check.ts';

/** Who would get it. `at` in ms. */
export async function audienceCheck(db: Db, campaign: Campaign, at: number): Promise<CheckResult> {
  if (campaign.list_id === NO_LIST) return noAudience(say('audience-no-list'));
  const list = await listOf(db, campaign);
  if (list?.status !== 'active') return noAudience(say('audience-list-removed'));
  const segment = await segmentOf(db, campaign, at);
  if (campaign.segment_id !== null && !segment) return noAudience(say('audience-segment-removed'));
  const { customer_id, not_opened_of: former } = campaign;
  if (segment && lacksField(definitionOf(segment), await fieldsOf(db, customer_id, list.id)))
    return noAudience(say('audience-field-removed'));
  const recipients = former
    ? await countNotOpened(db, { id: former, customer_id })
    : (segment?.members ?? (await confirmedOn(db, campaign)));
  const data = { list_uid: list.uid, segment_uid: segment?.uid ?? null, recipients };
  if (recipients === 0)
    return goesLater(campaign)
      ? advice('audience', 'Nobody would get it yet.', data)
      : blocking('audience', 'Nobody would get it.', data);
  return fine('audience', `Up to ${counted(recipients, 'person', 'people')} would get it.`, data);
}

/** Whether it goes to those who come to the list later too: then nobody need be on it yet. */
const goesLater = (campaign: Campaign) =>
  campaign.type === 'autoresponder' || parsedOptions(campaign).cronjob_enabled === 1;

const noAudience = (why: Sentence) => blocking('audience', inEnglish(why), { sentences: [why] });

/** Those on several lists count for each: the audience of the lists tells how many they are. */
async function confirmedOn(db: Db, campaign: Campaign): Promise<number> {
  const counts = await Promise.all(
    listIdsOf(campaign).map((id) => findTally(db, campaign.customer_id, 'subscribers:confirmed', id)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The sender that people see. */
export function senderCheck({ from_name, from_email, reply_to }: Campaign): CheckResult {
  const missing = Object.entries({ from_name, from_email, reply_to }).flatMap(([name, text]) =>
    text === '' ? [name] : [],
  );
  if (missing.length > 0) return blocking('sender', `The sender is incomplete: ${missing.join(', ')}.`, { missing });
  return fine('sender', `It comes from ${from_name} <${from_email}>.`, { from_name, from_email });
}

/** Whether the domain of the sender is signed, and what DNS said of its records last. */
export async function domainCheck(
  db: Db,
  { customer_id }: Campaign,
  { from }: Preview,
  configured: { host: string } | undefined,
): Promise<CheckResult> {
  const id = 'sender-domain';
  const name = domainToASCII(from.email.slice(from.email.lastIndexOf('@') + 1).toLowerCase());
  if (name === '') return advice(id, 'There is no sender address yet.');
  const domain = await findDomainByName(db, customer_id, name);
  if (!domain) {
    const message = `${name} is not set up as a sending domain: mails are not signed with DKIM, and many receivers distrust them.`;
    return advice(id, message, { domain: name, domain_uid: null, dkim: null, spf: null, dmarc: null });
  }
  const view = await viewOfDomain(db, { customerId: customer_id, uid: domain.uid, configured });
  const { records, status } = view;
  const of = (purpose: string) => worstOf(records.filter((one) => one.purpose === purpose).map((one) => one.status));
  const data = {
    domain: name,
    domain_uid: domain.uid,
    dkim: of('dkim'),
    spf: of('spf'),
    dmarc: of('dmarc'),
    checked_at: domain.checked_at === null ? null : formatInstant(domain.checked_at),
  };
  if (status === 'good') return fine(id, `${name} is signed, and its DNS records are right.`, data);
  if (status === 'unchecked') return advice(id, `Nobody has checked the DNS records of ${name} yet.`, data);
  const sentences = faultsOf(view);
  return advice(id, textOf(sentences), { ...data, sentences });
}

/** Postal address, public address and relay: what keeps mail from leaving. */
export async function leavingChecks(db: Db, campaign: Campaign): Promise<CheckResult[]> {
  const held = await whyHeld(db, campaign);
  const whyNot = (member: string) => held.find((one) => one.member === member)?.why;
  const [customer, list, inForce, hasRelay] = await Promise.all([
    findCustomer(db, campaign.customer_id),
    listOf(db, campaign),
    findSettingsInForce(db),
    hasRelayFor(db, campaign.customer_id),
  ]);
  const [address, links] = [whyNot('company'), whyNot('links')];
  const isMissing = customer !== undefined && hasNoAddress(companyOf(customer, list));
  const hasConfigured = inForce !== undefined && inForce.relay !== null;
  const only = parsedRelays(campaign.relay_numbers);
  const faults = await whyNoneWorks(db, campaign.customer_id, { hasConfigured, only });
  return [
    address !== undefined
      ? blocking('postal-address', inEnglish(address), { sentences: [address] })
      : isMissing
        ? advice('postal-address', 'The postal address is not set, and emails must include it by law.')
        : fine('postal-address', 'The mail carries a postal address.'),
    faults.length > 0
      ? advice('relay', `No relay works at the moment: ${textOf(faults)}`, { test_inbox: false, sentences: faults })
      : hasRelay || hasConfigured
        ? fine('relay', 'Mail leaves through a relay.', { test_inbox: false })
        : advice('relay', 'No relay is set up: the mails go to the test inbox and not to people.', {
            test_inbox: true,
          }),
    links !== undefined
      ? blocking('base-url', inEnglish(links), { sentences: [links] })
      : fine('base-url', 'Links lead to the address of this server.'),
  ];
}

/** Whether somebody sent a test mail of what it is now. */
export function testCheck({ revision, tested_revision, tested_at }: Campaign): CheckResult {
  const data = { tested_at: tested_at === null ? null : formatInstant(tested_at) };
  if (tested_at === null) return advice('test', 'No test mail was sent yet.', data);
  if (tested_revision !== revision) return advice('test', 'It was changed since the last test mail.', data);
  return fine('test', 'A test mail showed what it is now.', data);
}
