// Why a mail server of a domain is not used, for people.
import { inEnglish, isSentence, type Sentence, say } from '../../../kernel/sentences/sentence.ts';
import { explainFault } from '../relay-faults.ts';
import type { Relay } from '../relay-url.ts';
import { TlsFault } from './dane/verify.ts';
import { DnsError } from './dns/ask.ts';

/** A server that must not be used, or cannot be. `sentence`: why, without its name. */
export class Unusable extends Error {
  readonly sentence: Sentence;

  constructor(why: Sentence, text = inEnglish(why)) {
    super(text);
    this.sentence = why;
  }
}

/** Why a server of the domain cannot be used, from what was thrown; the first cause says it. */
export function whyUnusable(thrown: unknown, relay: Relay, host: string): Sentence {
  let error = thrown;
  for (;;) {
    const { sentence, cause } = error as { sentence?: unknown; cause?: unknown };
    if (isSentence(sentence)) return sentence;
    if (error instanceof DnsError) return say('smtp-dns-failed', { host, code: error.code });
    if (error instanceof TlsFault) return say('smtp-tls-failed', { words: error.message });
    if (!(cause instanceof Error)) return explainFault(error, { ...relay, host, guarded: false, secure: false });
    error = cause;
  }
}
