// Mails to the owners of a customer about DNS records of a domain that broke, or are right again.
import { findCustomer } from '../../accounts/queries.ts';
import type { RecordChange } from '../../domains/watch/note.ts';
import { html } from '../../http/html.ts';
import type { Tx } from '../../storage/db.ts';
import { countWithin, LONGEST_WINDOW_MS } from '../../storage/rate.ts';
import type { SendingDomain } from '../../storage/tables/delivery.ts';
import { listOwners } from '../../users/members/queries.ts';
import { type Language, languageOf } from '../../users/rules.ts';
import { mailTo } from '../../users/welcome/send.ts';

/** Domains of a customer that are written about in a day; the screens tell of all. */
const MAILS_A_DAY = 20;

/** `link`: to the domain's screen. */
type Told = { domain: SendingDomain; changes: readonly RecordChange[]; link: string; at: number };

/** Queues the mails. */
export async function mailChanges(tx: Tx, { domain, changes, link, at }: Told): Promise<void> {
  const told = changes.filter(({ what }) => what !== 'found');
  const customer = told.length === 0 ? undefined : await findCustomer(tx, domain.customer_id);
  if (!customer) return;
  const owners = await listOwners(tx, customer.id);
  const limit = { most: MAILS_A_DAY, windowMs: LONGEST_WINDOW_MS };
  if (owners.length === 0 || !(await countWithin(tx, `mails about DNS to ${customer.id}`, limit, at))) return;
  for (const { name, email, language } of owners) {
    const mail = mailAbout(languageOf(language), domain.name, told, link);
    await mailTo(tx, customer, { name, email, fallback: email }, mail, at);
  }
}

const TEXTS = {
  en: {
    broken: (domain: string) => `A DNS record of ${domain} is broken`,
    healed: (domain: string) => `The DNS records of ${domain} are right again`,
    brokenText: 'Receivers may distrust or refuse mail from this domain until it is fixed.',
    healedText: 'Nothing needs to be done.',
    isHealed: 'right again',
    found: 'DNS has',
    wanted: 'should be',
    nothing: 'nothing',
    open: 'Open the domain',
  },
  de: {
    broken: (domain: string) => `Ein DNS-Eintrag von ${domain} ist defekt`,
    healed: (domain: string) => `Die DNS-Einträge von ${domain} stimmen wieder`,
    brokenText: 'Bis er berichtigt ist, misstrauen Empfänger Mails von dieser Domain oder lehnen sie ab.',
    healedText: 'Es ist nichts zu tun.',
    isHealed: 'stimmt wieder',
    found: 'Im DNS steht',
    wanted: 'richtig wäre',
    nothing: 'nichts',
    open: 'Domain öffnen',
  },
} satisfies Record<Language, unknown>;

function mailAbout(language: Language, domain: string, changes: readonly RecordChange[], link: string) {
  const texts = TEXTS[language];
  const isBroken = changes.some(({ what }) => what === 'broken');
  const subject = isBroken ? texts.broken(domain) : texts.healed(domain);
  const about = isBroken ? texts.brokenText : texts.healedText;
  const records = changes.map(({ what, purpose, name, found, wanted }) => {
    const lines = [`${texts.found}: ${found || texts.nothing}`, `${texts.wanted}: ${wanted}`];
    return { title: `${purpose.toUpperCase()} · ${name}`, lines: what === 'broken' ? lines : [texts.isHealed] };
  });
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head><body style="font:16px/1.5 sans-serif">
<h1 style="font-size:20px">${subject}</h1><p>${about}</p>
${records.map(
  ({ title, lines }) => html`<h2 style="font-size:16px;overflow-wrap:anywhere">${title}</h2>
<ul>${lines.map((line) => html`<li style="overflow-wrap:anywhere">${line}</li>`)}</ul>`,
)}
<p><a href="${link}">${texts.open}</a></p></body></html>
`;
  const text = records.flatMap(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`), '']);
  return { subject, html: String(page), plainText: [subject, '', about, '', ...text, link, ''].join('\n') };
}
