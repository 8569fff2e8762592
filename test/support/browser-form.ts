// Parses and submits forms of pages as a browser without scripts does.
import assert from 'node:assert/strict';
import { DomUtils, parseDocument } from 'htmlparser2';

type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;

/** A control of a form: its kind, and its accessible name. */
export type Control = { tag: string; type: string; name: string; label: string; attributes: Record<string, string> };

export type BrowserForm = {
  /** All visible controls, in order. */
  controls: Control[];
  /** The values that the browser would send: name → values. */
  values: Map<string, string[]>;
  /** The urlencoded body with these changed values; an empty list removes a name. */
  body(changes?: Record<string, string | string[]>): string;
};

/** The only form of a page. */
export function browserForm(page: string): BrowserForm {
  const document = parseDocument(page);
  const [form, ...others] = DomUtils.getElementsByTagName('form', document.children);
  assert.ok(form && others.length === 0, 'the page has one form');
  const found = DomUtils.findAll(({ name }) => ['input', 'select', 'textarea'].includes(name), form.children);
  const values = new Map<string, string[]>();
  for (const control of found) {
    const sent = sentBy(control);
    if (sent !== undefined) values.set(nameOf(control), [...(values.get(nameOf(control)) ?? []), sent]);
  }
  const visible = found.filter((control) => control.attribs['type'] !== 'hidden' && !isTrap(control));
  return {
    controls: visible.map((control) => ({
      tag: control.name,
      type: control.attribs['type'] ?? '',
      name: nameOf(control),
      label: labelOf(document.children as Element[], control),
      attributes: control.attribs,
    })),
    values,
    body(changes = {}) {
      const all = new Map(values);
      for (const [name, value] of Object.entries(changes)) all.set(name, typeof value === 'string' ? [value] : value);
      const pairs = [...all].flatMap(([name, list]) => list.map((value): [string, string] => [name, value]));
      return new URLSearchParams(pairs).toString();
    },
  };
}

const nameOf = (control: Element) => control.attribs['name'] ?? '';

function sentBy(control: Element): string | undefined {
  const { name, attribs } = control;
  if (name === 'textarea') return DomUtils.textContent(control).replace(/^\n/, '').replace(/\n/g, '\r\n');
  if (name === 'select') {
    const options = DomUtils.getElementsByTagName('option', control.children);
    const chosen = options.find((option) => 'selected' in option.attribs) ?? options[0];
    return chosen?.attribs['value'];
  }
  if (['checkbox', 'radio'].includes(attribs['type'] ?? '') && !('checked' in attribs)) return undefined;
  return attribs['value'] ?? '';
}

function isTrap(control: Element): boolean {
  for (let at: Element | null = control; at; at = at.parent as Element | null) {
    if (at.attribs?.['aria-hidden'] === 'true') return true;
  }
  return false;
}

function labelOf(nodes: Element[], control: Element): string {
  const { id } = control.attribs;
  const byFor =
    id !== undefined && DomUtils.findOne(({ name, attribs }) => name === 'label' && attribs['for'] === id, nodes);
  for (let at: Element | null = byFor || control; at; at = at.parent as Element | null) {
    if (at.name === 'label') return DomUtils.textContent(at).trim();
  }
  return '';
}
