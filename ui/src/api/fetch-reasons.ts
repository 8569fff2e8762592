// Why an address did not answer, in the person's language: the server says it in English.
import { useLingui } from '@lingui/react/macro';

/** Gives the words for a reason; one that is not known stays as it came. */
export function useFetchReasons(): (why: string) => string {
  const { t } = useLingui();
  const whole: Readonly<Record<string, string>> = {
    'its name is not known': t`its name is not known`,
    'its name cannot be looked up at the moment': t`its name cannot be looked up at the moment`,
    'the connection is refused': t`the connection is refused`,
    'the connection was closed too early': t`the connection was closed too early`,
    'the connection was closed without an answer': t`the connection was closed without an answer`,
    'it does not lead to a public address': t`it does not lead to a public address`,
    'it cannot be reached': t`it cannot be reached`,
  };
  return (why) => {
    const [, begins = '', value = ''] = BEGINNINGS.exec(why) ?? [];
    if (begins === 'it answers with status') return t`it answers with status ${value}`;
    if (begins === 'it takes longer than') return t`it takes longer than ${value} seconds`;
    if (begins === 'its certificate is not accepted') return t`its certificate is not accepted (${value})`;
    if (begins === 'it cannot be reached') return t`it cannot be reached (${value})`;
    return whole[why] ?? why;
  };
}

const BEGINNINGS =
  /^(it answers with status|it takes longer than|its certificate is not accepted|it cannot be reached) \(?([\w.]+)(?:\)| seconds)?$/;
