// A former listmonk, however its rows are got.
import type { FormerMember, FormerServer, FormerSuppression, Slice } from '../../former.ts';
import { translateListmonk } from '../../tags/listmonk.ts';
import type { Translate } from '../../tags/translation.ts';
import { type Json, objectsOf, textOf } from '../json.ts';
import { type Attribute, campaignFrom, listFrom, personFrom, templateFrom } from './rows.ts';

/** How its rows are got, as its API shows them. */
export type ListmonkRows = {
  lists(): Promise<Json[]>;
  /** The attributes of a list's people, in the order of their keys. */
  attributes(list: Json): Promise<Attribute[]>;
  /** How many people are on no list, blocked ones aside. */
  withoutList(): Promise<number>;
  /** The language that it writes in, such as `de`; empty: that is not told. */
  language(): Promise<string>;
  /** Those who are on their lists no more; nobody of a list that is gone or empty. */
  absent(members: readonly FormerMember[]): Promise<readonly FormerMember[]>;
  /** Blocked people (`blocked`: 'person') and bounces that block (`type`), each with `email`. */
  blocked(position: string): AsyncIterable<Slice<Json>>;
  /** People of a list, those who left or are blocked first. */
  people(list: Json, position: string): AsyncIterable<Slice<Json>>;
  templates(): Promise<Json[]>;
  /** With `lists`, of which each has its `uuid`. */
  campaigns(): AsyncIterable<Json>;
  notes(): readonly string[];
  close(): Promise<void>;
};

/** Fields that are made for the attributes of a list. */
const MOST_ATTRIBUTES = 200;

/** @param name of the server: its address or database */
export function listmonk(rows: ListmonkRows, name: string): FormerServer {
  const notes: string[] = [];
  let translate: Translate = translateListmonk('en');
  let known: Map<string, Json> | undefined;
  const listOf = async (key: string): Promise<Json> => {
    known ??= new Map((await rows.lists()).map((list) => [textOf(list['uuid']), list]));
    return known.get(key) ?? {};
  };
  return {
    kind: 'listmonk',
    name,
    edition: '',
    async *suppressions(position) {
      for await (const slice of rows.blocked(position)) yield { ...slice, rows: slice.rows.map(suppressionFrom) };
    },
    async lists() {
      const lists = await rows.lists();
      translate = translateListmonk(await rows.language());
      const made = [];
      for (const list of lists) {
        const all = await rows.attributes(list);
        const attributes = all.slice(0, MOST_ATTRIBUTES);
        const left = attributes.filter(({ isPlain }) => !isPlain).map(({ key }) => key);
        const name = textOf(list['name']);
        if (left.length > 0) notes.push(`${name}: attributes that hold objects are left out: ${left.join(', ')}.`);
        if (all.length > attributes.length)
          notes.push(`${name}: there are more than ${MOST_ATTRIBUTES} attributes; those after the first are left out.`);
        made.push(listFrom(list, attributes));
      }
      const lonely = await rows.withoutList();
      if (lonely > 0) notes.push(`People on no list, who get no email there either, skipped: ${lonely}.`);
      return made;
    },
    async *people(list, position) {
      const row = await listOf(list.key);
      const isDouble = textOf(row['optin']) === 'double';
      for await (const slice of rows.people(row, position)) {
        yield { ...slice, rows: slice.rows.map((person) => personFrom(person, isDouble)) };
      }
    },
    absent: (members) => rows.absent(members),
    async *segments() {},
    async *templates() {
      for (const row of await rows.templates()) {
        const template = templateFrom(row);
        if (template) yield template;
        else notes.push(`Left out: the transactional template "${textOf(row['name'])}".`);
      }
    },
    async *campaigns() {
      const templates = await rows.templates();
      for await (const row of rows.campaigns()) yield campaignFrom(row, templates);
    },
    async *mailings(position) {
      let n = 0;
      for await (const row of rows.campaigns()) {
        n += 1;
        if (n <= Number(position)) continue;
        const listKeys = objectsOf(row['lists']).map((list) => textOf(list['uuid']));
        yield { rows: [{ key: textOf(row['uuid']).toLowerCase(), listKeys }], position: String(n) };
      }
    },
    translate: (text, fields) => translate(text, fields),
    notes: () => [...new Set([...notes, ...rows.notes()])],
    close: () => rows.close(),
  };
}

function suppressionFrom(row: Json): FormerSuppression {
  const type = textOf(row['type']);
  const email = textOf(row['email']);
  if (type === 'complaint') return { email, reason: 'complaint', detail: 'complained, as listmonk recorded' };
  if (type === 'hard') return { email, reason: 'hard-bounce', detail: 'bounced, as listmonk recorded' };
  return { email, reason: 'manual', detail: 'was blocklisted in listmonk' };
}
