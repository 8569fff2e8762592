// The closed set of field types, in the interface's order.

const TYPES = [
  ['text', 'Text'],
  ['dropdown', 'Dropdown'],
  ['multiselect', 'Multiselect'],
  ['date', 'Date'],
  ['datetime', 'Datetime'],
  ['textarea', 'Textarea'],
  ['country', 'Country'],
  ['state', 'State'],
  ['checkboxlist', 'Checkbox List'],
  ['radiolist', 'Radio List'],
  ['geocountry', 'Geo Country'],
  ['geostate', 'Geo State'],
  ['geocity', 'Geo City'],
  ['checkbox', 'Checkbox'],
  ['consentcheckbox', 'Consent Checkbox'],
  ['yearsrange', 'Years Range'],
  ['phonenumber', 'Phone Number'],
  ['email', 'Email'],
  ['url', 'Url'],
  ['rating', 'Rating'],
] as const;

export type FieldType = (typeof TYPES)[number][0];

/** A type as people see it; its description is its name. */
export type FieldTypeInfo = { readonly identifier: FieldType; readonly name: string; readonly description: string };

/** All 20 types. */
export const FIELD_TYPES: readonly FieldTypeInfo[] = TYPES.map(([identifier, name]) => ({
  identifier,
  name,
  description: name,
}));

const byIdentifier = new Map<string, FieldTypeInfo>(FIELD_TYPES.map((type) => [type.identifier, type]));

/** The type of this identifier, if there is one. */
export function findFieldType(identifier: string): FieldTypeInfo | undefined {
  return byIdentifier.get(identifier);
}

/** Whether values of this type are chosen from the field's own options. */
export function hasOptions(type: FieldType): boolean {
  return type === 'dropdown' || type === 'radiolist' || holdsSeveral(type);
}

/** Whether a field of this type holds several values. */
export function holdsSeveral(type: FieldType): boolean {
  return type === 'multiselect' || type === 'checkboxlist';
}
