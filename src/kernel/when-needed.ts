// Makes things on first use. Packages: some take memory in every thread that imports them, and most
// processes never use them. One with a hundred small files takes 5 MB. So does an `import` of
// node:http, also within a package, as Node's `fetch` comes with it; with `require`, which is what
// this does, it does not. Schemas: each is several objects, a server has six thousand of them
// (8 MB) for its 250 routes, and few of these are asked for.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Something that is made on first use, of packages or not.
 * @param load makes it; called once
 */
export function whenNeeded<T extends object>(load: (take: NodeJS.Require) => T): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= load(require);
    return loaded;
  };
}
