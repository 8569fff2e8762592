// Brings documents of older versions to the one of now, a step for each version: programs send what
// they once read, and rows of the store stay as they were saved.
import { VERSION } from './schema.ts';

type Step = (document: Record<string, unknown>) => Record<string, unknown>;

/** From version n (the key) to n + 1. Version 1 is the first. */
const STEPS: ReadonlyMap<number, Step> = new Map();

/** The document in the version of now, unchecked; what has another version stays as it is. */
export function toNewest(value: unknown, steps: ReadonlyMap<number, Step> = STEPS, newest: number = VERSION): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let document = value as Record<string, unknown>;
  for (let version = document['version']; typeof version === 'number' && version < newest; version += 1) {
    const step = steps.get(version);
    if (!step) return document;
    document = { ...step(document), version: version + 1 };
  }
  return document;
}
