// What each of the first steps is called, how it stands, and what is wrong with it now.
import { useLingui } from '@lingui/react/macro';
import { useMay } from '../api/accounts/session.ts';
import type { ChecklistStep } from '../api/campaigns/checklist.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';

type StepText = { name: string; state: string; about: string };

export function useStepTexts(): (step: ChecklistStep) => StepText {
  const { t } = useLingui();
  const mayOperate = useMay('operate');
  const said = useSentences();
  const states = { done: t`Done`, open: t`To do`, wrong: t`Wrong now` };
  const names: Record<ChecklistStep['id'], string> = {
    company: t`Your company`,
    'base-url': t`Public address`,
    relay: t`Relay`,
    domain: t`Sending domain`,
    list: t`List`,
    people: t`People`,
    campaign: t`First campaign`,
  };
  const aboutOf = ({ id, state, about, message, sentences }: ChecklistStep): string => {
    if (id === 'company') return t`Mails carry the name and postal address of your company by law.`;
    const address = about ?? '';
    if (id === 'base-url')
      return mayOperate
        ? t`Links in mails lead to ${address}, which opens on this machine only. Whoever runs the server sets its public address (MAILWRIGHT_BASE_URL).`
        : t`Links in mails lead to ${address}, which opens on the server alone. Whoever runs it sets its public address.`;
    if (id === 'list') return t`People are on lists, with the fields that you need of them.`;
    if (id === 'people') return t`From a file, by a form on your site, or by hand.`;
    if (id === 'campaign') return t`Write it, test it, and see who gets it before it goes.`;
    if (state === 'wrong') {
      const found = said(sentences, '');
      if (found === '') return message; // in words of a newer server, or of the mail server
      return id === 'relay' ? t`${address} does not work: ${found}` : `${address}: ${found}`;
    }
    if (id === 'relay') return t`The mail server that brings your mail to the receivers.`;
    if (about !== null) return t`Publish the DNS records of ${about}, then check them.`;
    return t`Mail that is signed for your domain is trusted; other mail ends in spam.`;
  };
  return (step) => ({ name: names[step.id], state: states[step.state], about: aboutOf(step) });
}
