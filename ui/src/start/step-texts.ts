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
  const states = { done: t`Done`, open: t`To do`, wrong: t`Needs attention` };
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
    if (id === 'company') return t`By law, emails must show your company’s name and postal address.`;
    const address = about ?? '';
    if (id === 'base-url')
      return mayOperate
        ? t`Links in emails point to ${address}, which only opens on this machine. The person who runs the server has to set its public address (MAILWRIGHT_BASE_URL).`
        : t`Links in emails point to ${address}, which only opens on the server itself. The person who runs the server has to set its public address.`;
    if (id === 'list') return t`People are kept in lists, with the fields you need.`;
    if (id === 'people') return t`From a file, through a form on your site, or by hand.`;
    if (id === 'campaign') return t`Write it, test it, and see who gets it before you send it.`;
    if (state === 'wrong') {
      const found = said(sentences, '');
      if (found === '') return message; // in words of a newer server, or of the mail server
      return id === 'relay' ? t`${address} does not work: ${found}` : `${address}: ${found}`;
    }
    if (id === 'relay') return t`The mail server that delivers your email.`;
    if (about !== null) return t`Publish the DNS records of ${about}, then check them.`;
    return t`Email signed for your domain is trusted; other email ends up in spam.`;
  };
  return (step) => ({ name: names[step.id], state: states[step.state], about: aboutOf(step) });
}
