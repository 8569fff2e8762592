// Hidden parts of a page: preheaders, and content for other screens.
import { Parser } from 'htmlparser2';
import { attributeOf, parseHtml } from './tags.ts';

/** Deepest nesting of elements, the same as in browsers: the parser's time grows with it. */
const DEPTH_MAX = 512;

/** The addresses of all links of a page in order, hidden ones included. */
export function linksIn(html: string): string[] {
  const links: string[] = [];
  parseHtml(html, {
    onOpen(tag) {
      const href = tag.name === 'a' || tag.name === 'area' ? attributeOf(tag, 'href') : undefined;
      if (href !== undefined) links.push(href);
    },
  });
  return links;
}

/**
 * A page's visible part; after elements that are nested too deep, everything. Linear in the page's
 * length.
 */
export function visiblePart(html: string): string {
  const hiddenNames = new Set<string>();
  let visible = '';
  let at = 0;
  let depth = 0;
  let hiddenDepth = 0; // depth of the outermost hidden element; 0 = none
  let style: { text: string } | undefined;
  const parser: Parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      if (depth > DEPTH_MAX) throw TOO_DEEP;
      if (tag === 'style' && !isForSomeMedia(attributes['media'])) style = { text: '' };
      if (hiddenDepth > 0 || !isHidden(attributes, hiddenNames)) return;
      visible += html.slice(at, Math.max(at, parser.startIndex));
      at = Math.max(at, parser.endIndex + 1);
      hiddenDepth = depth;
    },
    ontext(text) {
      if (style) style.text += text;
    },
    onclosetag(tag, isImplied) {
      if (tag === 'style' && style) {
        for (const name of namesHiddenBy(style.text)) hiddenNames.add(name);
        style = undefined;
      }
      if (depth === hiddenDepth) {
        // An element closed by another element's tag ends before that tag.
        at = Math.max(at, isImplied ? parser.startIndex : parser.endIndex + 1);
        hiddenDepth = 0;
      }
      depth -= 1;
    },
  });
  try {
    parser.write(html);
  } catch (error) {
    if (error !== TOO_DEEP) throw error;
    return visible + html.slice(at);
  }
  return hiddenDepth > 0 ? visible : visible + html.slice(at); // hidden to the end
}

const TOO_DEEP = new Error('The elements are nested too deep.');

function isForSomeMedia(media: string | undefined): boolean {
  return media !== undefined && !/^(?:all|screen|)$/i.test(media.trim());
}

function isHidden(attributes: Record<string, string>, hiddenNames: ReadonlySet<string>): boolean {
  if (attributes['hidden'] !== undefined) return true;
  const style = attributes['style'] ?? '';
  if (hides(style)) return true;
  const names = (attributes['class'] ?? '').split(/\s+/).map((name) => `.${name}`);
  const isNamed = [...names, `#${attributes['id'] ?? ''}`].some((name) => hiddenNames.has(name));
  return isNamed && !/(?:^|;)\s*display\s*:/i.test(style); // an element's own style overrides a style sheet
}

/** Whether declarations hide an element in one of the ways that mail authors use. */
function hides(declarations: string): boolean {
  const text = `;${declarations.replace(/\s+|!important/gi, '').toLowerCase()};`;
  return (
    /;(?:display:none|visibility:hidden|opacity:0(?:\.0*)?);/.test(text) ||
    (/;(?:max-)?height:0(?:px)?;/.test(text) && text.includes(';overflow:hidden;'))
  );
}

/** Classes (`.x`) and ids (`#x`) that a style sheet hides on every screen. */
function namesHiddenBy(css: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let selectors = '';
  for (const part of css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split(/([{}])/)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) selectors = part.slice(part.lastIndexOf(';') + 1);
    else if (depth === 1 && !selectors.trimStart().startsWith('@') && hides(part)) {
      for (const selector of selectors.split(',')) {
        const name = /^\s*\w*([.#][\w-]+)\s*$/.exec(selector)?.[1];
        if (name !== undefined) names.push(name);
      }
    }
  }
  return names;
}
