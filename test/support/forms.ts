// Shared by the tests of form decoding.
import assert from 'node:assert/strict';
import { AppError, type ErrorCode } from '../../src/kernel/errors.ts';

export const URLENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data; boundary=xYx';
export const JSON_TYPE = 'application/json';

/**
 * A decoded structure as plain objects, to compare with literals; no object in it may have a
 * prototype.
 */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  assert.equal(Object.getPrototypeOf(value), null, 'every object is without a prototype');
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** Asserts that `work` throws an AppError of this code whose text matches. */
export function refuses(work: () => unknown, code: ErrorCode, text: RegExp): void {
  assert.throws(work, (error) => error instanceof AppError && error.code === code && text.test(error.message));
}
