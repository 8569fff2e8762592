// What a backup says of itself: who wrote it and when, and the files that it holds.
import { z } from 'zod';
import { AppError } from '../kernel/errors.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { MIGRATIONS } from '../storage/migrate.ts';

export const MANIFEST_FILE = 'manifest.json';

/** Grows when older programs can no longer read what is written. */
const FORMAT = 1;

/** What may be in a backup, in order; the store comes last. */
export const FILES = ['secret', 'secret-former', 'api-key', 'high-water.json', 'mailwright.db'] as const;

const manifestSchema = whenNeeded(() =>
  z.object({
    format: z.number(),
    /** The version of the program that wrote it. */
    version: z.string(),
    /** The moment that the store is of, ms. */
    at: z.number(),
    /** The steps of the schema that the store has. */
    migrations: z.array(z.string()),
    /** Rows by table. */
    counts: z.record(z.string(), z.number()),
    /** Names of the variables that were set; their values are not in the backup. */
    variables: z.array(z.string()),
    files: z.array(z.object({ name: z.enum(FILES), size: z.number(), sha256: z.string() })),
  }),
);

export type Manifest = z.infer<ReturnType<typeof manifestSchema>>;
export type KeptFile = Manifest['files'][number];

/** The manifest of a backup that this program makes. */
export const manifestOf = (facts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...facts });

/**
 * Reads a manifest.
 * @param version of this program
 * @throws AppError `bad_request` when a newer program wrote it; Error when it makes no sense
 */
export function readManifest(text: string, version: string): Manifest {
  const { format, version: writer } = z.object({ format: z.number(), version: z.string() }).parse(JSON.parse(text));
  if (format > FORMAT || isNewer(writer, version)) throw newer(writer, version);
  const manifest = manifestSchema().parse(JSON.parse(text));
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  if (manifest.migrations.some((name) => !known.has(name))) throw newer(writer, version);
  return manifest;
}

function newer(writer: string, version: string): AppError {
  return new AppError(
    'bad_request',
    `The backup was written by a newer version of Mailwright, ${writer}; this is ${version}. Restore it with that version or a later one.`,
  );
}

/** Whether a version such as `1.10.0` is later than another. */
function isNewer(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  for (const [place, number] of (ones ?? []).entries()) {
    const beside = others?.[place] ?? 0;
    if (number !== beside) return number > beside;
  }
  return false;
}
