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
  return z
    .preprocess(read, judge({ ...declaration, json: there }, label))
    .register(z.globalRegistry, { description: about });
}

function maybeSchema({ declaration, label }: LabeledMember): z.ZodType {
  const { read, isClearable } = declaration;
  const judged = judge(declaration, label);
  const schema = isClearable
    ? z.preprocess((value) => read(value) ?? null, judged.nullable()).optional()
    : z
        .preprocess(read, judged.optional())
        .nullish()
        .transform((value) => value ?? undefined);
  return schema.register(z.globalRegistry, { description: described(declaration) });
}

function judge({ fault, json }: Declaration<unknown>, label: string): z.ZodType {
  return z
    .unknown()
    .superRefine((value, context) => {
      const found = value === undefined ? say('member-blank', { label }) : fault(value, label);
      if (found !== undefined) addFault(context, found);
    })
    .register(z.globalRegistry, json);
}

/** Notes what is wrong with a value, also as a sentence. */
export function addFault(context: z.core.$RefinementCtx, found: Told): void {
  context.addIssue({ code: 'custom', message: inEnglish(found), params: { told: found } });
}

/** What an issue says is wrong. */
export function toldIn(issue: z.core.$ZodIssue): Told {
  const told: unknown = issue.code === 'custom' ? issue.params?.['told'] : undefined;
  return isSentence(told) ? told : issue.message;
}

function described({ about, default: otherwise }: Declaration<unknown>): string {
  return otherwise === undefined || otherwise === null ? about : `${about} Default ${String(otherwise)}.`;
}
