// What the types of fields are called.
import { useLingui } from '@lingui/react/macro';

/** What the types are called, by their names in the API. */
export function useTypeNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    text: t`Single-line text`,
    textarea: t`Multi-line text`,
    email: t`Email address`,
    url: t`Web address`,
    phonenumber: t`Phone number`,
    dropdown: t`Drop-down list`,
    radiolist: t`Radio buttons`,
    multiselect: t`Multiple-choice list`,
    checkboxlist: t`Checkboxes`,
    checkbox: t`Checkbox`,
    consentcheckbox: t`Consent`,
    rating: t`Stars`,
    date: t`Date`,
    datetime: t`Date and time`,
    yearsrange: t`Year`,
    country: t`Country`,
    state: t({ context: 'of a country', message: 'State' }),
    geocountry: t`Country (geo)`,
    geostate: t`State (geo)`,
    geocity: t`City (geo)`,
  };
}
