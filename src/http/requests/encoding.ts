// Which compressed form of an answer a request accepts (RFC 9110, section 12.5.3).
const FORMS = ['br', 'gzip'] as const;
export type Form = (typeof FORMS)[number];

/** The smallest form that `Accept-Encoding` allows; undefined: none of them. */
export function acceptedForm(accepted: string | string[] | undefined): Form | undefined {
  return accepted === undefined ? undefined : FORMS.find((name) => takes(accepted, name));
}

/** Whether `Accept-Encoding` includes the form, with a weight above 0. */
function takes(accepted: string | string[], form: Form): boolean {
  const offers = String(accepted).toLowerCase().split(',');
  return offers.some((offer) => {
    const [name, weight = ''] = offer.split(';').map((part) => part.trim());
    return name === form && !/^q=0(\.0*)?$/.test(weight);
  });
}
