// Parts of the UI that come in files of their own. While the server is away they wait for it: what
// stands on the screen stays, with what was written there.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const AGAIN_MS = 2_000;
/** The server may have come back between a part that failed and the question whether it is there. */
const TRIES = 2;

/**
 * Loads a part, as soon as the server can be reached.
 * @throws what the import throws when the server is there and has no such file any more
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      if (await isServerThere()) tries += 1;
      if (tries > TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** A component in a file of its own, within `Suspense`. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }));
}

/** Whether a part's file cannot be had any more, until the page is loaded again. */
export function isPartGone(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
  );
}

async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/app/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer !== undefined && answer.status < 500;
}
