// What was found about pictures of templates, and what to do about it.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Finding } from '../../api/accounts/examination.ts';

type Words = { text: string; advice?: string };

export function usePictureTexts(): (finding: Finding) => Words | undefined {
  const { t } = useLingui();
  const meanwhile = t`Meanwhile, templates are shown as drawn outlines: docs/templates.md.`;
  return ({ code, values }) => {
    const of = (name: string) => String(values[name] ?? '');
    const [path, reason, fault, count] = [of('path'), of('reason'), of('fault'), Number(values['count'])];
    const texts: Readonly<Record<string, Words>> = {
      'pictures-off': { text: t`Templates are shown as drawn outlines: MAILWRIGHT_BROWSER is off.` },
      'pictures-none': { text: t`Templates are shown as drawn outlines: no browser was found.` },
      'pictures-missing': {
        text: t`MAILWRIGHT_BROWSER names ${path}, but there is no browser there.`,
        advice: meanwhile,
      },
      'pictures-fail': { text: t`The browser ${path} cannot make template thumbnails: ${reason}`, advice: meanwhile },
      'pictures-work': { text: t`${path} makes the template thumbnails.` },
      'pictures-given-up': {
        text: t`${plural(count, { one: 'The browser cannot make a thumbnail of one template', other: 'The browser cannot make thumbnails of # templates' })}: ${fault}`,
        advice: t`They are shown as drawn outlines. Each is tried again when it is changed.`,
      },
    };
    return texts[code];
  };
}
