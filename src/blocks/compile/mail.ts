// A document of blocks as the HTML of a mail: document → MJML → HTML. Nothing is fetched, and MJML
// sees slots in place of what people wrote.
import { whenNeeded } from '../../kernel/when-needed.ts';
import { type LookInput, lookOf } from '../document/look.ts';
import type { BlocksDocument } from '../document/schema.ts';
import { areaNodes } from './areas.ts';
import { type Fixed, type Node, node, openSlots, WIDTH } from './context.ts';
import { isFromRight } from './direction.ts';
import { headNode } from './head.ts';
import { plainHtml } from './texts.ts';

/** A compilation, as plain data that can go to a thread. */
export type MailJob = { document: BlocksDocument; look: LookInput; fixed: Fixed };

type Options = { validationLevel: 'strict'; ignoreIncludes: true; fonts: object; keepComments: true };
type Mjml = (mjml: Node, options: Options) => Promise<{ html: string; errors: { formattedMessage: string }[] }>;

const compiler = whenNeeded((require) => {
  // The package asks whether there is a localStorage, which makes Node warn.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true, writable: true });
  const taken = require('mjml-browser') as Mjml | { default: Mjml };
  return { run: 'default' in taken ? taken.default : taken };
});

/** The HTML of the mail. */
export async function mailHtml({ document, look: brand, fixed }: MailJob): Promise<string> {
  const look = lookOf(brand, document.look);
  const { slot, fill } = openSlots();
  const { title = '', preheader, language = fixed.language } = document;
  const isRight = isFromRight({ language, blocks: document.blocks });
  const head = headNode(look, {
    isRight,
    title: slot(plainHtml(title)),
    preheader: preheader === undefined || preheader === '' ? undefined : slot(plainHtml(preheader) + FILLER),
  });
  const room = (height: number) => node('mj-section', { padding: `${height}px 0 0` }, [node('mj-column', {})]);
  const body = node('mj-body', { width: `${WIDTH}px`, 'background-color': look.colors.page, 'css-class': 'ground' }, [
    room(24),
    ...areaNodes(document.blocks, { look, fixed, start: isRight ? 'right' : 'left', slot }),
    room(40),
  ]);
  const mjml = node('mjml', { lang: language, dir: isRight ? 'rtl' : 'auto' }, [head, body]);
  const { html, errors } = await compiler().run(mjml, {
    validationLevel: 'strict',
    ignoreIncludes: true,
    fonts: {},
    keepComments: true,
  });
  if (errors.length > 0) throw new Error(`Blocks became faulty MJML: ${errors[0]?.formattedMessage}`);
  return fill(tidied(html));
}

/** Keeps mail programs from showing the mail's first words after the preheader. */
const FILLER = '&#8199;&#65279;&#847; '.repeat(30);

/** Without the indentation that MJML writes; what people wrote is not in the page yet. */
function tidied(html: string): string {
  return html
    .replaceAll(/[ \t]*\n[ \t\n]*/g, '\n')
    .replaceAll(/>\n</g, '><')
    .replaceAll(/<(\w+)\n/g, '<$1 ')
    .replaceAll(/"\n>/g, '">')
    .trim();
}
