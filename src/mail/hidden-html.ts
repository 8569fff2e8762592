// What nobody sees of a page: preheaders, and what is there for other screens. Its links are found on the way.
import { Parser } from 'htmlparser2';

/** A page's visible part, and the addresses of all its links in order, hidden ones too. Linear in the page's length. */
export function visiblePart(html: string): { html: string; links: string[] } {
  const links: string[] = [];
  const hiddenNames = new Set<string>();
  let visible = '';
  let at = 0;
  let depth = 0;
  let hiddenDepth = 0; // that of the outermost hidden element; 0 = none
  let style: { text: string } | undefined;
  const endHidden = (end: number) => {
    at = Math.max(at, end);
    hiddenDepth = 0;
  };
  const parser: Parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      const { href } = attributes;
      if (href !== undefined && (tag === 'a' || tag === 'area')) links.push(href);
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
      // Closed by the tag of another element, an element ends before that tag.
      if (depth === hiddenDepth) endHidden(isImplied ? parser.startIndex : parser.endIndex + 1);
      depth -= 1;
    },
  });
  parser.write(html);
  const isHiddenToTheEnd = hiddenDepth > 0;
  parser.end();
  return { html: isHiddenToTheEnd ? visible : visible + html.slice(at), links };
}

function isForSomeMedia(media: string | undefined): boolean {
  return media !== undefined && !/^\s*(?:all|screen|)\s*$/i.test(media);
}

function isHidden(attributes: Record<string, string>, hiddenNames: ReadonlySet<string>): boolean {
  if (attributes['hidden'] !== undefined) return true;
  const style = attributes['style'] ?? '';
  if (hides(style)) return true;
  const names = (attributes['class'] ?? '').split(/\s+/).map((name) => `.${name}`);
  const isNamed = [...names, `#${attributes['id'] ?? ''}`].some((name) => hiddenNames.has(name));
  return isNamed && !/(?:^|;)\s*display\s*:/i.test(style); // an element's own style wins over a sheet's
}

/** Whether declarations hide an element in a way that mail authors use. */
function hides(declarations: string): boolean {
  const text = `;${declarations.replace(/\s+|!important/gi, '').toLowerCase()};`;
  return (
    /;(?:display:none|visibility:hidden|opacity:0(?:\.0*)?);/.test(text) ||
    (/;(?:max-)?height:0(?:px)?;/.test(text) && text.includes(';overflow:hidden;'))
  );
}

/** Classes (`.x`) and ids (`#x`) that a style sheet hides whatever the screen is. */
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
