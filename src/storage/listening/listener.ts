// What listening on a store is: hearing that another process has changed something.

/**
 * Who listens. `heard`: something has changed. `state`: undefined when what others tell arrives
 * from now on, else why it does not.
 */
export type ListenHandlers = { heard(): void; state(failure: string | undefined): void };

export type Listener = { stop(): Promise<void> };
