// Turns within one thread.

/** A first in, first out queue. */
export class Queue {
  #tail: Promise<void> = Promise.resolve();

  /** Resolves, at the caller's turn, with the function that ends the turn. */
  async enter(): Promise<() => void> {
    const before = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await before;
    return resolve;
  }
}
