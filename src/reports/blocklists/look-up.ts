// Asks blocklists about addresses and domains. A list counts only if it answers as it should: its
// test entry must be listed, and what is never listed must not be.
import { type Dns, openDns, type Resolver } from '../../domains/dns/lookup.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { type Blocklist, questionOf, readAnswer, testsOf } from '../../network/blocklists.ts';

/** `unasked`: nobody knows; `sentences` say why, else what the list says of the entry. */
export type Looked = {
  about: string;
  list: string;
  zone: string;
  state: 'listed' | 'not-listed' | 'unasked';
  codes: readonly string[];
  sentences: readonly Sentence[];
  link: string | null;
};

/** For all questions together, ms. */
const PATIENCE_MS = 12_000;
const MOST_REASON = 300;

/** Asks each list about everything of its kind. */
export async function lookUpBlocklists(
  lists: readonly Blocklist[],
  about: { addresses: readonly string[]; domains: readonly string[] },
  resolver?: Resolver,
): Promise<Looked[]> {
  const dns = openDns(resolver);
  const patience = setTimeout(() => dns.close(), PATIENCE_MS);
  try {
    const asked = lists.map(async (list) => {
      const subjects = list.of === 'address' ? about.addresses : about.domains;
      const fault = subjects.length === 0 ? undefined : await faultOf(dns, list);
      return Promise.all(subjects.map((subject) => lookUp(dns, list, subject, fault)));
    });
    return (await Promise.all(asked)).flat();
  } finally {
    clearTimeout(patience);
    dns.close();
  }
}

/** Why a list's answers say nothing; undefined when it answers as it should. */
async function faultOf(dns: Dns, list: Blocklist): Promise<Sentence | undefined> {
  const tests = testsOf(list);
  const [listed, free] = await Promise.all([dns.ipv4(tests.listed), dns.ipv4(tests.free)]);
  if (listed.kind === 'failed') return listed.why;
  if (listed.kind === 'absent') return say('blocklist-untested');
  const read = readAnswer(list, listed.values);
  if (!read.isListed) return read.why;
  if (free.kind === 'found') {
    const other = readAnswer(list, free.values);
    return other.isListed ? say('blocklist-lists-all') : other.why;
  }
  return undefined;
}

async function lookUp(dns: Dns, list: Blocklist, about: string, fault: Sentence | undefined): Promise<Looked> {
  const { name, zone, link } = list;
  const unasked = (...sentences: readonly Sentence[]): Looked => {
    return { about, list: name, zone, state: 'unasked', codes: [], sentences, link: null };
  };
  const question = questionOf(list, about);
  if (question === undefined) return unasked(say('blocklist-no-ipv6'));
  if (fault !== undefined) return unasked(fault);
  const answer = await dns.ipv4(question);
  if (answer.kind === 'failed') return unasked(answer.why);
  if (answer.kind === 'absent') return { ...unasked(), state: 'not-listed' };
  const read = readAnswer(list, answer.values);
  if (!read.isListed) return unasked(read.why);
  const texts = await dns.txt(question);
  const said = texts.kind === 'found' ? texts.values.join(' ').replace(/[^\x20-\x7e]+/g, '?') : '';
  const words = said.slice(0, MOST_REASON).trim();
  const sentences = [...read.meanings, ...(words === '' ? [] : [say('listed-says', { words })])];
  const named = /https:\/\/[^\s"<>]+/.exec(said)?.[0];
  return { about, list: name, zone, state: 'listed', codes: answer.values, sentences, link: safeLink(named) ?? link };
}

/** An address that a list names; undefined when it is none. */
function safeLink(text: string | undefined): string | undefined {
  return text !== undefined && text.length < MOST_REASON && URL.canParse(text) ? text : undefined;
}
