// Builds nested objects and arrays from bracket names (`a[b][c]`, `a[]`), one pair at a time, by
// PHP's rules. The work for a pair depends only on the length of its name.
import { emptyObject, type FormObject, type FormValue, MAX_NESTING, noteOrder, shownName, tooDeep } from './value.ts';

type Leaf = string | Uint8Array;

/**
 * A structure being built. `next` is the index that `[]` takes; `listed`: every key so far is an
 * index; `shuffled`: an object would tell its members in another order.
 */
export type Branch = { members: Map<string, Leaf | Branch>; next: number; listed: boolean; shuffled: boolean };

/** A structure without members. */
export function newBranch(): Branch {
  return { members: new Map(), next: 0, listed: true, shuffled: false };
}

/**
 * Puts a value under its bracket name; the last of equal names wins. A name without a closing
 * bracket, or that begins with a bracket, is taken literally; what follows the last closing bracket
 * is dropped; so is a pair without a name.
 * @throws AppError `bad_request` when the name nests too deeply.
 */
export function addPair(root: Branch, name: string, value: Leaf): void {
  if (name === '') return;
  let at = name.indexOf('[');
  let branch = root;
  let key = at > 0 ? name.slice(0, at) : name;
  let depth = 0;
  while (at > 0 && name[at] === '[') {
    const close = name.indexOf(']', at + 1);
    if (close === -1) break;
    if (++depth > MAX_NESTING) throw tooDeep(shownName(name));
    branch = descend(branch, key);
    key = name.slice(at + 1, close);
    at = close + 1;
  }
  put(branch, depth === 0 ? name : key, value);
}

function descend(branch: Branch, key: string): Branch {
  const member = key === '' ? undefined : branch.members.get(key);
  if (isBranch(member)) return member;
  const child = newBranch();
  put(branch, key, child);
  return child;
}

function put(branch: Branch, key: string, value: Leaf | Branch): void {
  const index = key === '' ? branch.next : indexOf(key);
  if (index === undefined) branch.listed = false;
  else {
    branch.shuffled ||= (index < branch.next || !branch.listed) && !branch.members.has(String(index));
    if (index >= branch.next) branch.next = index + 1;
  }
  branch.members.set(key === '' ? String(index) : key, value);
}

function isBranch(member: Leaf | Branch | undefined): member is Branch {
  return typeof member === 'object' && 'members' in member;
}

/**
 * The array index that a key denotes in its canonical form; at most 15 digits, so that arithmetic
 * stays exact.
 */
function indexOf(key: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(key) ? Number(key) : undefined;
}

const MEMBERS_A_STEP = 100;

const isList = ({ listed, next, members }: Branch) => listed && next === members.size;
const emptyList = ({ next }: Branch): FormValue[] => Array.from({ length: next }, () => null);

/** The finished structure, in steps of some members. */
export function* grownSteps(root: Branch): Generator<void, FormObject> {
  const object = emptyObject();
  let n = 0;
  for (const [key, member] of root.members) {
    object[key] = isBranch(member) ? yield* grownBranch(member) : member;
    if (++n % MEMBERS_A_STEP === 0) yield;
  }
  return object;
}

/** One more level in steps: that is where requests have thousands of members. */
function* grownBranch(branch: Branch): Generator<void, FormValue> {
  const whole = isList(branch) ? emptyList(branch) : emptyObject();
  let n = 0;
  for (const [key, member] of branch.members) {
    (whole as FormObject)[key] = grown(member);
    if (++n % MEMBERS_A_STEP === 0) yield;
  }
  noteShuffled(branch, whole);
  return whole;
}

function grownObject(branch: Branch): FormObject {
  const object = emptyObject();
  for (const [key, member] of branch.members) object[key] = grown(member);
  noteShuffled(branch, object);
  return object;
}

/** An array goes by its indexes: some clients sort the names of a form as texts. */
function noteShuffled({ shuffled, members }: Branch, whole: FormObject | FormValue[]): void {
  if (shuffled && !Array.isArray(whole)) noteOrder(whole, [...members.keys()]);
}

/** Consecutive numeric keys from 0, in whatever order they came, make an array. */
function grown(member: Leaf | Branch): FormValue {
  if (!isBranch(member)) return member;
  if (!isList(member)) return grownObject(member);
  const list = emptyList(member);
  for (const [key, value] of member.members) list[Number(key)] = grown(value);
  return list;
}
