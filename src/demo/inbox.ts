// Reads the test inbox as a recipient would: who got mail, and its content.
import { parseMail } from '../mail/inbox/queries.ts';
import type { Client } from './client.ts';

export type InboxEntry = { id: number; to: string };

/** Every mail of the inbox, newest first. */
export async function allMails(client: Client): Promise<InboxEntry[]> {
  const mails: InboxEntry[] = [];
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const response = await client.visit(`/inbox.json?limit=1000&before=${before}`);
    const page = (await response.json()) as { mails: InboxEntry[]; next_before: number | null };
    mails.push(...page.mails);
    before = page.next_before;
  }
  return mails;
}

/** The Message-IDs of mails. */
export async function messageIdsIn(client: Client, mails: readonly InboxEntry[]): Promise<Set<string>> {
  const sources = await Promise.all(mails.map(async ({ id }) => (await client.visit(`/inbox/${id}/raw`)).text()));
  return new Set(sources.flatMap((source) => /^Message-ID:\s*<([^>]+)>/im.exec(source)?.[1] ?? []));
}

export type MailLinks = {
  pixel: string;
  links: string[];
  pictures: string[];
  unsubscribe: string;
  webVersion: string;
  /** Unfilled merge tags: there should be none. */
  tagsLeft: string[];
};

/** Reads one mail and extracts the links that a recipient can follow. */
export async function getMail(client: Client, id: number): Promise<MailLinks> {
  const response = await client.visit(`/inbox/${id}/raw`);
  const mail = await parseMail(new Uint8Array(await response.arrayBuffer()));
  const html = mail.html ?? '';
  const addresses = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
  const subject = mail.headers.find(({ key }) => key === 'subject')?.value ?? '';
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return {
    pixel: addresses.find((address) => address.includes('/o/')) ?? '',
    links: addresses.filter((address) => address.includes('/c/')),
    unsubscribe: /<(https?:[^>]+)>/.exec(header)?.[1] ?? '',
    webVersion: addresses.find((address) => address.includes('/w/')) ?? '',
    pictures: addresses.filter((address) => address.includes('/files/')),
    tagsLeft: `${subject} ${html} ${mail.text}`.match(/\[[A-Z_]{3,}[^\]]*\]/g) ?? [],
  };
}
