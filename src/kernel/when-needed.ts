// Loads packages on first use: some take memory in every thread that imports them, and most
// processes never use them. One with a hundred small files takes 5 MB. So does `import` of node:http,
// also within a package, as it loads Node's `fetch` too; `require`, which is what this does, does not.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A lazily loaded package, or something made of packages.
 * @param load loads it; called once
 */
export function whenNeeded<T extends object>(load: (take: NodeJS.Require) => T): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= load(require);
    return loaded;
  };
}
