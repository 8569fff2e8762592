// Loads packages on first use: some take memory in every thread that imports them, and most
// processes never use them. One with a hundred small files takes 5 MB. So does an `import` of
// node:http, also within a package, as Node's `fetch` comes with it; with `require`, which is what
// this does, it does not.
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
