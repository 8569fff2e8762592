// Whether something is left of the texts that blocks and templates begin with.
import { oneLine } from '../../kernel/text/one-line.ts';
import { parseHtml } from '../../mail/html/tags.ts';
import type { Campaign } from '../../storage/tables.ts';
import { SAMPLE_TEXTS } from '../../templates/starting/texts/translate.ts';
import { advice, type CheckResult, fine } from './check.ts';

/** What the editor of blocks writes into new ones, in each of its languages. */
export const TEXTS_OF_NEW_BLOCKS = [
  ...['A heading', 'Eine Überschrift'],
  ...['Write here.', 'Schreiben Sie hier.', 'write here.', 'schreiben Sie hier.'],
  ...['Product name', 'Name des Produkts'],
  ...['What makes it good.', 'Was daran gut ist.'],
] as const;

const TOLD = 3;
const TOLD_CHARACTERS = 80;

/** Without what fills a preheader up, too. */
const plain = (text: string) => text.replace(/(?:\s|\u034f)+/g, ' ').trim();
const KNOWN: ReadonlySet<string> = new Set([...TEXTS_OF_NEW_BLOCKS, ...SAMPLE_TEXTS].map(plain));

/** Pure; linear in the length of the page. */
export function sampleTextsCheck({ content }: Pick<Campaign, 'content'>): CheckResult {
  const found = new Set<string>();
  let text = '';
  const end = () => {
    const whole = plain(text);
    if (KNOWN.has(whole)) found.add(whole);
    text = '';
  };
  parseHtml(content, {
    onOpen: end,
    onClose: end,
    onText(piece) {
      text += piece;
    },
  });
  end();
  const texts = [...found].slice(0, TOLD).map((one) => oneLine(one, TOLD_CHARACTERS));
  if (texts.length === 0) return fine('sample-texts', 'No sample text is left.', { texts });
  const told = texts.map((one) => `“${one}”`).join(', ');
  return advice('sample-texts', `Sample text was not replaced: ${told}.`, { texts });
}
