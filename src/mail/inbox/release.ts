// Hands a mail of the test inbox to a relay. What is about to happen stands in its row before, and
// what came of it after: whenever the process dies, nobody gets a mail that is released once twice.
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { InboxMail } from '../../storage/tables.ts';
import { openDirectHub } from '../smtp/direct/hub.ts';
import { openLane } from '../smtp/lane.ts';
import type { Relay } from '../smtp/relay-url.ts';
import { type ClassifiedReply, classifyReply } from '../smtp/replies.ts';
import { isMail } from './queries.ts';

const CONNECT_MS = 15_000;
const REPLY_MS = 45_000;
const TIMES = { connectTimeoutMs: CONNECT_MS, greetingTimeoutMs: CONNECT_MS, replyTimeoutMs: REPLY_MS };
/** After this long, the process that began to release a mail counts as gone. */
const GONE_MS = CONNECT_MS + 2 * REPLY_MS;

type Releasing = { db: Db; clock: Clock; relay: Relay; label: string };

/**
 * Sends a mail as it is to the recipient in its envelope.
 * @param mail as findMail gives it
 * @returns what the relay answered
 * @throws AppError `conflict` for a mail that was accepted, or that may have been; `unavailable`
 * when there is no session with the relay: then nothing has changed
 */
export async function releaseMail({ db, clock, relay, label }: Releasing, mail: InboxMail): Promise<ClassifiedReply> {
  const ending = new AbortController();
  const lane = relay.direct ? openDirectHub(relay, ending.signal).openLane() : await openLane(relay, TIMES);
  try {
    await begin(db, mail, label, clock.now());
    const data = Buffer.from(mail.source).toString('latin1');
    const answer = classifyReply(await lane.send({ from: mail.mail_from, to: mail.rcpt_to, data }));
    await of(db, mail).set({ release: answer.outcome, release_reply: answer.text, released_at: clock.now() }).execute();
    return answer;
  } finally {
    await lane.quit();
    ending.abort();
  }
}

/** What came of a release: one whose process died may have sent the mail. */
export function releaseOf(mail: Pick<InboxMail, 'release' | 'released_at'>, now: number): InboxMail['release'] {
  const isGone = mail.release === 'going' && now - (mail.released_at ?? 0) > GONE_MS;
  return isGone ? 'uncertain' : mail.release;
}

async function begin(db: Db, mail: InboxMail, label: string, at: number): Promise<void> {
  const begun = await of(db, mail)
    .set({ release: 'going', released_by: label, release_reply: null, released_at: at })
    .where((eb) => eb.or([eb('release', 'is', null), eb('release', 'in', ['deferred', 'rejected'])]))
    .executeTakeFirst();
  if (begun.numUpdatedRows === 1n) return;
  throw new AppError('conflict', say('mail-released'));
}

function of(db: Db, mail: InboxMail) {
  return db.updateTable('inbox_mail').where(isMail(mail));
}
