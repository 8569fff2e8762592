// What must be there before mail reaches people, in the order in which it is made: what is done,
// what is open, and what is wrong now. All of it is read from counts and from a few rows.
import { companyOf, hasNoAddress } from '../../accounts/company.ts';
import { findCustomer } from '../../accounts/queries.ts';
import { isLoopback } from '../../campaigns/warnings/prerequisites.ts';
import { faultsOf } from '../../domains/describe.ts';
import { viewsOf } from '../../domains/listing.ts';
import { relayHostsOf } from '../../domains/relay-hosts.ts';
import type { ConfiguredRelay } from '../../http/route.ts';
import { type Sentence, storedFault, textOf } from '../../kernel/sentences/sentence.ts';
import { findSettingsInForce } from '../../relays/in-force.ts';
import { listVisibleRelays } from '../../relays/queries.ts';
import type { Db } from '../../storage/db.ts';
import { findTally } from '../../storage/tally.ts';
import * as queries from './queries.ts';

export const STEPS = ['company', 'base-url', 'relay', 'domain', 'list', 'people', 'campaign'] as const;
export const STEP_STATES = ['done', 'open', 'wrong'] as const;

/** `message` is a sentence for people; `about` names what it is about, such as a domain. */
export type Step = {
  id: (typeof STEPS)[number];
  state: (typeof STEP_STATES)[number];
  message: string;
  about: string | null;
  /** What is wrong, within `message`. */
  sentences: readonly Sentence[];
};

type Asked = { db: Db; customerId: number; baseUrl: string; configured: ConfiguredRelay | undefined };

/** The steps in their order. */
export function stepsOf(asked: Asked): Promise<Step[]> {
  return Promise.all([
    companyStep(asked),
    baseUrlStep(asked),
    relayStep(asked),
    domainStep(asked),
    listStep(asked),
    peopleStep(asked),
    campaignStep(asked),
  ]);
}

function made(id: Step['id'], state: Step['state'], message: string, about: string | null = null): Step {
  return { id, state, message, about, sentences: [] };
}

function wrong(id: Step['id'], about: string, opening: string, sentences: readonly Sentence[]): Step {
  return { id, state: 'wrong', message: `${opening}: ${textOf(sentences)}`, about, sentences };
}

async function companyStep({ db, customerId }: Asked): Promise<Step> {
  const customer = await findCustomer(db, customerId);
  if (!customer || hasNoAddress(companyOf(customer, undefined)))
    return made('company', 'open', 'The postal address is not set, and emails must include it by law.');
  return made('company', 'done', 'Mails carry your postal address.');
}

async function baseUrlStep({ db, baseUrl }: Asked): Promise<Step> {
  const inForce = await findSettingsInForce(db);
  const address = inForce?.baseUrl ?? baseUrl;
  if (inForce?.isBaseUrlDefault || isLoopback(address)) {
    const message = `Links in mails lead to ${address}, which opens on this machine only: set MAILWRIGHT_BASE_URL to the public address and start the server again.`;
    return made('base-url', 'open', message, address);
  }
  return made('base-url', 'done', `Links in mails lead to ${address}.`, address);
}

async function relayStep({ db, customerId, configured }: Asked): Promise<Step> {
  const relays = (await listVisibleRelays(db, customerId)).filter(({ status }) => status === 'active');
  const working = relays.find(({ fault }) => fault === null);
  if (working) return made('relay', 'done', `Mail leaves through ${working.name}.`, working.name);
  const [faulty] = relays;
  const isConfigured = configured !== undefined || (await findSettingsInForce(db))?.relay;
  if (isConfigured) return made('relay', 'done', 'Mail leaves through the relay of the configuration.');
  if (faulty) return wrong('relay', faulty.name, `${faulty.name} does not work`, storedFault(faulty.fault));
  return made('relay', 'open', 'There is no relay: mail goes to the test inbox, and not to people.');
}

/** A few of the customer's domains are looked at: one that is right is enough. */
async function domainStep({ db, customerId, configured }: Asked): Promise<Step> {
  const domains = await queries.someDomains(db, customerId);
  const views = await viewsOf(db, domains, await relayHostsOf(db, customerId, configured));
  const right = views.find(({ status }) => status === 'good' || status === 'weak');
  if (right) return made('domain', 'done', `Mail from ${right.domain.name} is signed.`, right.domain.name);
  const [first] = views;
  if (!first) return made('domain', 'open', 'Mail is not signed for any domain, and many receivers distrust it.');
  const { name } = first.domain;
  if (first.status === 'unchecked')
    return made('domain', 'open', `Nobody has checked the DNS records of ${name} yet.`, name);
  return wrong('domain', name, name, faultsOf(first));
}

async function listStep({ db, customerId }: Asked): Promise<Step> {
  const lists = await findTally(db, customerId, 'lists');
  return lists > 0
    ? made('list', 'done', lists === 1 ? 'There is a list.' : `There are ${lists} lists.`)
    : made('list', 'open', 'There is no list yet: people are on lists.');
}

async function peopleStep({ db, customerId }: Asked): Promise<Step> {
  return (await queries.hasPeople(db, customerId))
    ? made('people', 'done', 'There are people who get mail.')
    : made('people', 'open', 'Nobody is on a list yet who gets mail.');
}

async function campaignStep({ db, customerId }: Asked): Promise<Step> {
  return (await queries.hasBegunCampaign(db, customerId))
    ? made('campaign', 'done', 'A campaign was sent.')
    : made('campaign', 'open', 'No campaign was sent yet.');
}
