// Recognizes phone numbers that are in international form already, at a hundredth of the price of
// reading them: most numbers of an import are.
import type * as libphonenumber from 'libphonenumber-js/min';

/** Lengths of national numbers that each country of a calling code has; what none begins with. */
type Plan = { lengths: ReadonlySet<number>; prefixes: readonly RegExp[] };
/** What the library knows and its types leave out. */
type NumberingPlan = libphonenumber.NumberingPlan & { nationalPrefixForParsing(): string | undefined };

const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;

/**
 * Makes the function that says whether the library would take a text as it is. False also where
 * only the library knows: where a trunk prefix could be in the number, or countries of one code
 * differ.
 */
export function internationalForm(library: typeof libphonenumber): (text: string) => boolean {
  const plans = new Map<string, Plan>();
  const metadata = new library.Metadata();
  for (const country of library.getCountries()) {
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan as NumberingPlan;
    const prefix = plan.nationalPrefixForParsing();
    const code = library.getCountryCallingCode(country);
    const before = plans.get(code);
    const lengths = new Set(plan.possibleLengths());
    plans.set(code, {
      lengths: before ? lengths.intersection(before.lengths) : lengths,
      prefixes: [...(before?.prefixes ?? []), ...(prefix ? [new RegExp(`^(?:${prefix})`)] : [])],
    });
  }
  return (text) => {
    if (!INTERNATIONAL.test(text)) return false;
    const digits = [1, 2, 3].find((length) => plans.has(text.slice(1, 1 + length)));
    if (digits === undefined) return false;
    const plan = plans.get(text.slice(1, 1 + digits));
    const national = text.slice(1 + digits);
    return plan?.lengths.has(national.length) === true && !plan.prefixes.some((prefix) => prefix.test(national));
  };
}
