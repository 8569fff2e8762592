// One look at the file for all reads of a turn of the event loop. A read by itself takes a lock of
// the file and gives it back, two calls of the system that take longer than reading a row. Only
// answers to requests share a look: they arrived together, so each may be of the moment in which
// the first was read. A look ends when this process has written, so nobody misses what was done
// before.
import type { Connection } from './connection.ts';

export class SharedLook {
  readonly #reader: Connection;
  /** `wanted`: by requests of this turn; `begun`: one has read by itself; `open`: shared now. */
  #state: 'none' | 'wanted' | 'begun' | 'open' = 'none';
  #endsSoon = false;

  constructor(reader: Connection) {
    this.#reader = reader;
  }

  /** Lets the reads of this turn share a look from the second one on. */
  share(): void {
    if (this.#state !== 'none') return;
    this.#state = 'wanted';
    if (this.#endsSoon) return;
    this.#endsSoon = true;
    setImmediate(() => {
      this.#endsSoon = false;
      this.end();
    });
  }

  /** Call before each read that may share. */
  join(): void {
    if (this.#state === 'wanted') this.#state = 'begun';
    else if (this.#state === 'begun') {
      this.#reader.run('begin', []);
      this.#state = 'open';
    }
  }

  /** Runs several reads at one moment. */
  during<T>(read: () => T): T {
    if (this.#state === 'open') return read();
    const isOwn = this.#state === 'none';
    this.#reader.run('begin', []);
    this.#state = 'open';
    try {
      return read();
    } finally {
      if (isOwn) this.end();
    }
  }

  /** Reads from now on see what is written now. */
  end(): void {
    const isOpen = this.#state === 'open';
    this.#state = 'none';
    if (isOpen) this.#reader.run('commit', []);
  }
}
