// Packages that take memory in every thread that names them and that most processes never use: loaded when they are asked
// for the first time. One with a hundred small files takes 5 MB.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package, or something made of packages.
 * @param load gives it; called once
 */
export function whenNeeded<T extends object>(load: (take: NodeJS.Require) => T): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= load(require);
    return loaded;
  };
}
