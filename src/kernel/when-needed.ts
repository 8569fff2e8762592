// Makes things on first use, to save memory:
// - Packages that most processes never use. One with a hundred small files takes 5 MB in every
//   thread that imports it. So does node:http when it is imported, even by a package, because Node
//   then loads its `fetch` too; loaded by `require`, as here, it does not.
// - Schemas. Each consists of several objects: the 250 routes have six thousand (8 MB), and few
//   routes are ever asked for.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Makes something on first use.
 * @param load makes it, and may load packages by `take`; called once
 * @returns a function that gives it
 */
export function whenNeeded<T extends object>(load: (take: NodeJS.Require) => T): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= load(require);
    return loaded;
  };
}
