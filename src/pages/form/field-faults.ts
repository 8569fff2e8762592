// What is wrong with a field of a form, in the visitor's language: not which rule was broken, but what would be right. The
// rules themselves, and the texts of the interface, are lists/fields/values.ts.
import type { FieldDefinition } from '../../lists/fields/values.ts';
import type { Texts } from '../texts/en.ts';
import { type EnteredValue, isNothing } from './values.ts';

/** What to give instead. */
export function faultText({ type, rules }: FieldDefinition, given: EnteredValue, { fields }: Texts): string {
  if (isNothing(given)) return isTicked(type) ? fields.tick : isChosen(type) ? fields.choose : fields.blank;
  switch (type) {
    case 'text':
    case 'textarea':
      return fields.text(
        rules.minLength ?? 1,
        rules.maxLength ?? 255,
        rules.contentRule,
        rules.contentRegex !== undefined,
      );
    case 'date':
      return fields.date;
    case 'datetime':
      return fields.datetime;
    case 'yearsrange':
      return fields.year(rules.yearStart ?? 1900, rules.yearEnd ?? 2100);
    case 'rating':
      return fields.rating(rules.maxStars ?? 5);
    case 'phonenumber':
      return fields.phone;
    case 'email':
      return fields.email;
    case 'url':
      return fields.url;
    case 'country':
    case 'geocountry':
      return fields.country;
    case 'state':
    case 'geostate':
      return fields.state;
    case 'geocity':
      return fields.line;
    default:
      return fields.option;
  }
}

function isTicked(type: FieldDefinition['type']): boolean {
  return type === 'checkbox' || type === 'consentcheckbox';
}

function isChosen(type: FieldDefinition['type']): boolean {
  return ['dropdown', 'multiselect', 'checkboxlist', 'radiolist', 'country', 'geocountry', 'rating'].includes(type);
}
