// A former listmonk, however its rows are got.
import type { FormerServer, FormerSuppression, Slice } from '../../former.ts';
import { translateListmonk } from '../../tags/listmonk.ts';
import { type Json, objectsOf, textOf } from '../json.ts';
import { type Attribute, campaignFrom, listFrom, personFrom, templateFrom } from './rows.ts';

/** How its rows are got, as its API shows them. */
export type ListmonkRows = {
  lists(): Promise<Json[]>;
  /** The attributes of a list's people. */
  attributes(list: Json): Promise<Attribute[]>;
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

/** @param name of the server: its address or database */
export function listmonk(rows: ListmonkRows, name: string): FormerServer {
  const notes: string[] = [];
  let known: Map<string, Json> | undefined;
  const listOf = async (key: string): Promise<Json> => {
    known ??= new Map((await rows.lists()).map((list) => [textOf(list['uuid']), list]));
    return known.get(key) ?? {};
  };
  return {
    ...{ kind: 'listmonk', name, edition: '' },
    async *suppressions(position) {
      for await (const slice of rows.blocked(position)) yield { ...slice, rows: slice.rows.map(suppressionFrom) };
    },
    async lists() {
      const lists = await rows.lists();
      const made = [];
      for (const list of lists) {
        const attributes = await rows.attributes(list);
        const left = attributes.filter(({ isPlain }) => !isPlain).map(({ key }) => key);
        if (left.length > 0)
          notes.push(`${textOf(list['name'])}: attributes that hold objects are left out: ${left.join(', ')}.`);
        made.push(listFrom(list, attributes));
      }
      return made;
    },
    async *people(list, position) {
      const row = await listOf(list.key);
      const isDouble = textOf(row['optin']) === 'double';
      for await (const slice of rows.people(row, position)) {
        yield { ...slice, rows: slice.rows.map((person) => personFrom(person, isDouble)) };
      }
    },
    async *segments() {},
    async *templates() {
      for (const row of await rows.templates()) {
        const template = templateFrom(row);
        if (template) yield template;
        else notes.push(`Left out: the transactional template "${textOf(row['name'])}".`);
      }
    },
    async *campaigns() {
      const pages = new Map((await rows.templates()).map((row) => [textOf(row['id']), textOf(row['body'])]));
      for await (const row of rows.campaigns()) yield campaignFrom(row, pages);
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
    translate: translateListmonk,
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
