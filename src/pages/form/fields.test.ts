// Neither a field's text nor entered values leave their place in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { browserForm } from '../../../test/support/browser-form.ts';
import { holdsSeveral } from '../../lists/fields/type.ts';
import { FIELD_TYPES, type KnownFieldType } from '../../lists/fields/types.ts';
import { de } from '../texts/de.ts';
import { fieldControl, fieldFaults } from './fields.ts';
import type { FormField } from './values.ts';

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }).map((text) => text.toWellFormed().replace(/[\0\r]/g, '')),
  fc.constantFrom(
    '"><script>alert(1)</script>',
    "' onfocus=alert(1) x='",
    '</textarea><img src=x onerror=alert(1)>',
    '&quot;&#x3c;',
    '\n\n',
    '[UNSUBSCRIBE_URL]',
  ),
);

test('field texts and entered values stay texts', () => {
  const property = (type: KnownFieldType, label: string, help: string, given: string) => {
    const field: FormField = {
      id: 1,
      tag: 'X',
      label,
      help_text: help,
      description: label,
      definition: {
        type,
        label,
        required: false,
        defaultValue: '',
        rules: { consent_text: help, check_value: given },
        options: [{ name: label, value: given || 'x' }],
      },
    };
    const shown = { field, given: holdsSeveral(type) ? [given] : given, fault: help };
    const page = `<form>${fieldFaults([shown], de)}${fieldControl(shown, de)}</form>`;
    const elements = DomUtils.findAll(() => true, parseDocument(page).children);
    for (const { name, attribs } of elements) {
      assert.ok(!['script', 'img', 'style', 'iframe'].includes(name), name);
      for (const attribute of Object.keys(attribs)) assert.match(attribute, ATTRIBUTES);
    }
    const { values, controls } = browserForm(page);
    assert.ok(controls.length > 0);
    const isKept =
      !['checkbox', 'consentcheckbox', 'country', 'geocountry', 'rating'].includes(type.identifier) && given !== '';
    const sent = values.get(holdsSeveral(type) ? 'X[]' : 'X')?.[0];
    if (isKept)
      assert.equal(sent?.replaceAll('\r\n', '\n'), type.identifier === 'datetime' ? given.replace(' ', 'T') : given);
  };
  for (const type of FIELD_TYPES) {
    fc.assert(fc.property(fc.constant(type), hostile, hostile, hostile, property), { numRuns: 8 });
  }
});

const ATTRIBUTES =
  /^(?:id|name|type|value|for|href|class|role|required|checked|selected|autocomplete|min|max|step|(?:min|max)length|aria-[a-z]+)$/;
