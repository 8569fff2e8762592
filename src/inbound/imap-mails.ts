// Mails of an open IMAP folder: their numbers, what they say, and their removal. A server may send
// what it was not asked for at any time (RFC 9051, section 7): only what belongs to an asked mail
// and has its text is taken for one.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { READ_MAX } from './evidence.ts';
import { type Imap, wordsOf } from './imap.ts';
import type { MailboxAccess } from './mailbox-rules.ts';

/**
 * The UIDs of the mails at these places of the folder, in order.
 * @throws AppError when the server does not say them
 */
export async function numbersOf({ run, refusal }: Imap, from: number, to: number): Promise<number[]> {
  const found = await run((client) => client.search({ seq: `${from}:${to}` }, { uid: true }));
  if (found) return found;
  throw new AppError('unavailable', say('mailbox-search-refused', { words: refusal() }));
}

/**
 * The first READ_MAX bytes of mails, by UID. Those that are gone by now are not among them.
 * @param unread told the server's words when it has a mail and does not give it
 */
export async function sourcesOf(
  imap: Imap,
  uids: readonly number[],
  unread: (words: string) => void,
): Promise<Map<number, Buffer>> {
  const together = await fetched(imap, uids);
  if (together instanceof Map) return together;
  if (uids.length === 1) {
    if (!together.isGone) unread(together.words);
    return new Map();
  }
  // One of them may be damaged: the others are to come through.
  const found = new Map<number, Buffer>();
  for (const uid of uids) {
    for (const [one, source] of await sourcesOf(imap, [uid], unread)) found.set(one, source);
  }
  return found;
}

type Refused = { words: string; isGone: boolean };

function fetched({ run }: Imap, uids: readonly number[]): Promise<Map<number, Buffer> | Refused> {
  const query = { uid: true, source: { start: 0, maxLength: READ_MAX } };
  return run(
    async (client) => {
      const found = new Map<number, Buffer>();
      try {
        for await (const { uid, source } of client.fetch(uids.join(','), query, { uid: true })) {
          if (source && uids.includes(uid)) found.set(uid, source);
        }
        return found;
      } catch (error) {
        const { responseStatus } = error as { responseStatus?: string };
        if (responseStatus !== 'NO') throw error;
        return { words: wordsOf(error), isGone: responseCodeOf(error) === 'EXPUNGEISSUED' }; // RFC 5530
      }
    },
    (uids.length + 2) * READ_MAX,
  );
}

/** The code in the brackets of a refusal. */
function responseCodeOf(error: unknown): string | undefined {
  type Part = { section?: { value?: unknown }[] };
  const { response } = error as { response?: { attributes?: Part[] } };
  const code = response?.attributes?.[0]?.section?.[0]?.value;
  return typeof code === 'string' ? code.toUpperCase() : undefined;
}

/** Deletes mails, or moves them to the folder for those that are done. @throws AppError */
export async function remove(
  { run, refusal }: Imap,
  { folder, doneFolder }: MailboxAccess,
  uids: readonly number[],
): Promise<void> {
  if (uids.length === 0) return;
  const range = uids.join(',');
  const isDone = await run(async (client) =>
    doneFolder
      ? Boolean(await client.messageMove(range, doneFolder, { uid: true }))
      : client.messageDelete(range, { uid: true }),
  );
  if (isDone) return;
  const words = refusal() || '–';
  throw new AppError(
    'unavailable',
    doneFolder
      ? say('mailbox-not-moved', { done: doneFolder, folder, words })
      : say('mailbox-not-deleted', { folder, words }),
  );
}
