// The closed set of field types, in the interface's order.
import type { ValuesOf } from '../../http/members/declare.ts';
import type { FieldType } from './type.ts';
import { checkboxlist, dropdown, multiselect, radiolist } from './types/choice.ts';
import { country, geocountry } from './types/country.ts';
import { date, datetime } from './types/date.ts';
import { email } from './types/email.ts';
import { phonenumber } from './types/phone.ts';
import { rating } from './types/rating.ts';
import { geocity, geostate, state } from './types/state.ts';
import { text, textarea } from './types/text.ts';
import { checkbox, consentcheckbox } from './types/tick.ts';
import { url } from './types/url.ts';
import { yearsrange } from './types/year.ts';

const TYPES = [
  text,
  dropdown,
  multiselect,
  date,
  datetime,
  textarea,
  country,
  state,
  checkboxlist,
  radiolist,
  geocountry,
  geostate,
  geocity,
  checkbox,
  consentcheckbox,
  yearsrange,
  phonenumber,
  email,
  url,
  rating,
] as const;

type FieldTypeRecord = (typeof TYPES)[number];
/** Identifier of a type. */
export type FieldTypeName = FieldTypeRecord['identifier'];
/** Names of the texts that ask a visitor for a valid value. */
export type Expectation = FieldTypeRecord['expects'];

/** A field type of this program. */
export type KnownFieldType = FieldType<FieldTypeName, Expectation>;

/** All types. */
export const FIELD_TYPES: readonly KnownFieldType[] = TYPES;

type Union<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;
/** Rules of any field, named as in requests; its type says which ones a field has. */
export type FieldRules = Partial<Union<ValuesOf<FieldTypeRecord['rules']>>>;

const byIdentifier = new Map<string, KnownFieldType>(FIELD_TYPES.map((type) => [type.identifier, type]));

/** The type of a stored field. @throws Error when there is none of this identifier */
export function getFieldType(identifier: string): KnownFieldType {
  const type = byIdentifier.get(identifier);
  if (!type) throw new Error(`There is no field type ${identifier}.`);
  return type;
}
