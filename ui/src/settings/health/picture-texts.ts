// What was found about pictures of templates, and what to do about it.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Finding } from '../../api/accounts/examination.ts';

type Words = { text: string; advice?: string };

export function usePictureTexts(): (finding: Finding) => Words | undefined {
  const { t } = useLingui();
  const meanwhile = t`Templates are shown as drawn outlines meanwhile: docs/templates.md.`;
  return ({ code, values }) => {
    const of = (name: string) => String(values[name] ?? '');
    const [path, reason, fault, count] = [of('path'), of('reason'), of('fault'), Number(values['count'])];
    const texts: Readonly<Record<string, Words>> = {
      'pictures-off': { text: t`Templates are shown as drawn outlines: MAILWRIGHT_BROWSER is off.` },
      'pictures-none': { text: t`Templates are shown as drawn outlines: no browser is found.` },
      'pictures-missing': {
        text: t`There is no browser at ${path}, of which MAILWRIGHT_BROWSER says so.`,
        advice: meanwhile,
      },
      'pictures-fail': { text: t`The browser ${path} makes no pictures of templates: ${reason}`, advice: meanwhile },
      'pictures-work': { text: t`Pictures of templates are made by ${path}.` },
      'pictures-given-up': {
        text: t`${plural(count, { one: 'Of one template the browser makes no picture', other: 'Of # templates the browser makes no picture' })}: ${fault}`,
        advice: t`They are shown as drawn outlines. Each is tried again when it is changed.`,
      },
    };
    return texts[code];
  };
}
