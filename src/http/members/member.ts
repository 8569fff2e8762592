// Reads and describes members of requests from their declarations (declare.ts).
//
//   readMembers(optional(OPTIONS), sent)      reads what was sent, all faults at once (schema.ts)
//   z.object(optional(OPTIONS))               describes it
import { z } from 'zod';
import { inEnglish, isSentence, say, type Told } from '../../kernel/sentences/sentence.ts';
import type { Declaration, Declarations } from './declare.ts';

/** The schemas of members that may each be absent: then they are undefined. */
export function optional<D extends Declarations>(declared: D) {
  return schemasOf(declared, maybeSchema) as {
    [K in keyof D]: D[K] extends Declaration<infer T> ? z.ZodType<T | undefined> : never;
  };
}

/** The schemas of members that must be present. */
export function required<D extends Declarations>(declared: D) {
  return schemasOf(declared, neededSchema) as {
    [K in keyof D]: D[K] extends Declaration<infer T> ? z.ZodType<NonNullable<T>> : never;
  };
}

type LabeledMember = { declaration: Declaration<unknown>; label: string };

/** Each schema is made when it is first used: most of a server's never are. */
function schemasOf(declared: Declarations, make: (member: LabeledMember) => z.ZodType) {
  const schemas: Record<string, z.ZodType> = {};
  for (const [name, declaration] of Object.entries(declared)) {
    const get = () => {
      const value = make({ declaration, label: declaration.label ?? labelOf(name) });
      Object.defineProperty(schemas, name, { value });
      return value;
    };
    Object.defineProperty(schemas, name, { get, enumerable: true, configurable: true });
  }
  return schemas;
}

/** `from_name` → `From name`. */
const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

function neededSchema({ declaration, label }: LabeledMember): z.ZodType {
  const { read, about, json } = declaration;
  const isText = json['type'] === 'string' && json['enum'] === undefined;
  const there = isText ? { minLength: 1, pattern: '\\S', ...json } : json;
  const judged = (value: unknown, context: z.core.$RefinementCtx) => judge(declaration, label, read(value), context);
  return member(SENT, judged, { ...there, description: about });
}

function maybeSchema({ declaration, label }: LabeledMember): z.ZodType {
  const { read, isClearable, json } = declaration;
  const judged = (value: unknown, context: z.core.$RefinementCtx) => {
    if (value === undefined) return undefined;
    const found = value === null ? undefined : read(value);
    if (found === undefined || (found === null && isClearable)) return isClearable ? null : undefined;
    return judge(declaration, label, found, context);
  };
  const schema = member(MAYBE_SENT, judged, { anyOf: [json, { type: 'null' }], description: described(declaration) });
  maybeSchemas.add(schema);
  return schema;
}

const maybeSchemas = new WeakSet<z.ZodType>();

/** Whether an absent member is undefined: to ask the schema takes as long as to show some rows. */
export const mayBeAbsent = (schema: z.ZodType): boolean => maybeSchemas.has(schema);

const SENT = z.unknown();
const MAYBE_SENT = SENT.optional();

/** Of few parts, and described by plain data: a server has some four hundred of them. */
function member(
  sent: z.ZodType,
  judged: (value: unknown, context: z.core.$RefinementCtx) => unknown,
  json: Record<string, unknown>,
): z.ZodType {
  return z.pipe(sent, z.transform(judged)).register(z.globalRegistry, json);
}

function judge(
  { fault }: Declaration<unknown>,
  label: string,
  value: unknown,
  context: z.core.$RefinementCtx,
): unknown {
  const found = value === undefined ? say('member-blank', { label }) : fault(value, label);
  if (found !== undefined) addFault(context, found);
  return value;
}

/** Notes what is wrong with a value, also as a sentence. */
function addFault(context: z.core.$RefinementCtx, found: Told): void {
  context.addIssue({ code: 'custom', message: inEnglish(found), params: { told: found } });
}

/** What an issue says is wrong. */
export function toldIn(issue: z.core.$ZodIssue): Told {
  const told: unknown = issue.code === 'custom' ? issue.params?.['told'] : undefined;
  return isSentence(told) ? told : issue.message;
}

function described({ about, default: otherwise }: Declaration<unknown>): string {
  return otherwise === undefined || otherwise === null ? about : `${about} Defaults to ${String(otherwise)}.`;
}
