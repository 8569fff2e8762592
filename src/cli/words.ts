// Which words a command takes, as its usage says, and which are missing or too many.

/** `name`: as the usage writes it. */
type Place = { name: string; isNeeded: boolean };

/** What a usage begins with when a command has several actions: `<add|list>`. */
export function actionsOf(usage: string): string[] | undefined {
  return /^<([a-z-]+(?:\|[a-z-]+)+)>/.exec(usage)?.[1]?.split('|');
}

/** A sentence about what is missing, or too much; undefined where the number of words is right. */
export function wordsFault(usage: string, words: readonly string[]): string | undefined {
  const actions = actionsOf(usage);
  const [action, ...rest] = words;
  if (actions && action === undefined) return `Choose an action: ${actions.join(', ')}.`;
  const signature = actions ? signatureOf(usage, action ?? '') : usage.split('\n')[0];
  if (signature === undefined) return undefined;
  const given = actions ? rest : words;
  const places = placesOf(signature);
  const missing = places.find(({ isNeeded }, n) => isNeeded && n >= given.length);
  if (missing) return `${missing.name} is missing.`;
  const more = signature.includes('…') ? [] : given.slice(places.length);
  if (more.length === 0) return undefined;
  return `Unexpected ${more.length === 1 ? 'argument' : 'arguments'}: ${more.map((word) => JSON.stringify(word)).join(', ')}.`;
}

/** What the usage says after an action; several may share a line: `enable, disable <id>`. */
function signatureOf(usage: string, action: string): string | undefined {
  for (const line of usage.split('\n')) {
    const parts = /^ {2}([a-z].*?)(?: {2}|$)/.exec(line)?.[1]?.split(', ') ?? [];
    const found = parts.find((part) => part.split(' ')[0] === action);
    if (found !== undefined) return found === action ? parts.at(-1) : found;
  }
  return undefined;
}

function placesOf(signature: string): Place[] {
  const withoutOptions = signature.replace(/\[options\]|--[a-z-]+(?: <[^>]*>)?/g, '');
  return [...withoutOptions.matchAll(/(\[?)(<[^>]+>)|\[([a-z]+(?:\|[a-z]+)+)\]/g)].map(([, bracket, name, choice]) => {
    return { name: name ?? choice ?? '', isNeeded: name !== undefined && bracket === '' };
  });
}
