// Resolves addresses in a page or style sheet to files of its archive.

/** The folder of a path, with its slash; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/**
 * The path in the archive of a relative address; undefined for an absolute address, a fragment or a
 * merge tag. Resolved as in browsers: `?` and `#` end it, `%20` is decoded, a backslash is a slash,
 * `..` stops at the root.
 * @param folder of the file that holds the address
 * @param root the base of addresses with a leading slash
 */
export function archivePath(address: string, folder: string, root: string): string | undefined {
  const text = (address.trim().split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/');
  if (text === '' || text.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  const decoded = percentDecoded(text);
  const segments: string[] = [];
  for (const segment of ((decoded.startsWith('/') ? root : folder) + decoded).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/').normalize('NFC');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a literal per cent sign
  }
}

/** Finds a path among those of an archive: exactly, else ignoring case (pages made on Windows). */
export function pathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const exact = new Set(paths);
  const folded = new Map<string, string>();
  for (const path of exact) if (!folded.has(path.toLowerCase())) folded.set(path.toLowerCase(), path);
  return (path) => (exact.has(path) ? path : folded.get(path.toLowerCase()));
}
