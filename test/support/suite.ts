// One store or application for all tests of a suite: starting the in-process PostgreSQL for each
// would take most of the time.
import { after, before, type TestContext } from 'node:test';
import { type AppSettings, openTestApp, type TestApp } from './app.ts';
import type { TestEngine, TestStore } from './stores.ts';

/**
 * Opens the application before the first test of the suite and closes it after the last. @returns a
 * function that gets it
 */
export const suiteApp = (engine: TestEngine, settings?: AppSettings): (() => TestApp) =>
  opening((t) => openTestApp(t, engine, settings));

/**
 * Opens a store before the first test of the suite and closes it after the last. @returns a
 * function that gets it
 */
export const suiteStore = (engine: TestEngine): (() => TestStore) => opening((t) => engine.open(t));

function opening<T>(open: (t: Pick<TestContext, 'after'>) => Promise<T>): () => T {
  const closings: (() => unknown)[] = [];
  let opened: T | undefined;
  before(async () => {
    opened = await open({ after: (close?: unknown) => void closings.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closings.reverse()) await close();
  });
  return () => {
    if (opened === undefined) throw new Error('The suite has not begun.');
    return opened;
  };
}
