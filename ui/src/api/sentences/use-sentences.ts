// What the server found (src/kernel/sentences/), in the person's language. A server that is newer
// than this page may say what has no words here yet: then all of it is said in the server's own.
import { useBlocklistWords } from './blocklists.ts';
import { useDmarcWords } from './dmarc.ts';
import { useDkimWords, useDnsWords } from './dns.ts';
import { useFetchWords } from './fetching.ts';
import { useFeedWords, useNoticeWords } from './notices.ts';
import { useReturnedWords } from './returned.ts';
import { useMailboxWords, useRelayWords, useReportWords } from './servers.ts';
import { useSpfWords } from './spf.ts';
import { useWaitingWords } from './waiting.ts';
import type { Code, Say, Sentence } from './words.ts';
import { useWrittenWords } from './written.ts';

/** Says sentences; `text`: the same as the server says it. */
export function useSentences(): (sentences: readonly Sentence[], text: string) => string {
  const words: Readonly<Partial<Record<Code, Say>>> = {
    ...useDnsWords(),
    ...useDkimWords(),
    ...useSpfWords(),
    ...useDmarcWords(),
    ...useBlocklistWords(),
    ...useReturnedWords(),
    ...useFetchWords(),
    ...useRelayWords(),
    ...useMailboxWords(),
    ...useReportWords(),
    ...useWaitingWords(),
    ...useWrittenWords(),
    ...useNoticeWords(),
    ...useFeedWords(),
  };
  return (sentences, text) => {
    const isKnown = sentences.length > 0 && sentences.every(({ code }) => Object.hasOwn(words, code));
    return isKnown ? sentences.map(({ code, values }) => words[code]?.(values)).join(' ') : text;
  };
}
