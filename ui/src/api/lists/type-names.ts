// What the types of fields are called.
import { useLingui } from '@lingui/react/macro';

/** What the types are called, by their names in the API. */
export function useTypeNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    text: t`One line of text`,
    textarea: t`Several lines of text`,
    email: t`Email address`,
    url: t`Web address`,
    phonenumber: t`Phone number`,
    dropdown: t`Choice, folded`,
    radiolist: t`Choice, all to see`,
    multiselect: t`Several choices, folded`,
    checkboxlist: t`Several choices, all to see`,
    checkbox: t`Tick box`,
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
