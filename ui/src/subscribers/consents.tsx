// What a person agreed to and took back: when, how, from where, by whom, and the words.
import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type Consent, consentsQuery } from '../api/lists/people.ts';
import { useFormat } from '../api/use-format.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Card } from '../kit/page/page.tsx';
import { State } from '../kit/state.tsx';
import { useSubscriberState } from './states.ts';

export function Consents({ subscriberUid }: { subscriberUid: string }) {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(consentsQuery(subscriberUid));
  return (
    <Card title={t`Consent`}>
      <div className="stack">
        {data.toReversed().map((one) => (
          <Entry key={`${one.list} ${one.at} ${one.status}`} consent={one} />
        ))}
      </div>
    </Card>
  );
}

function Entry({ consent }: { consent: Consent }) {
  const { t } = useLingui();
  const format = useFormat();
  const stateOf = useSubscriberState();
  const ways: Record<Consent['way'], string> = {
    form: t`via a form`,
    link: t`via the link in the confirmation email`,
    page: t`via their subscription pages`,
    mail: t`via the link in an email`,
    api: t`via the API or by hand`,
    bulk: t`via a bulk action`,
    import: t`via an import`,
    command: t`via a command`,
  };
  // Keys are kept with the words that exports have; users by their names.
  const actorOf = (actor: string | null) => {
    const name = /^API key (.+)$/s.exec(actor ?? '')?.[1];
    return name === undefined ? actor : t`API key “${name}”`;
  };
  const { name, tone } =
    consent.status === 'asked' ? { name: t`Asked to confirm`, tone: 'planned' as const } : stateOf(consent.status);
  const facts = [ways[consent.way], actorOf(consent.actor), consent.detail, consent.ip_address].filter(Boolean);
  return (
    <div className="stack close">
      <div className="row apart">
        <span>{consent.list ?? t`A list that was removed`}</span>
        <State tone={tone}>{name}</State>
      </div>
      <p className="quiet small" style={{ overflowWrap: 'anywhere' }}>
        {format.instant(Date.parse(consent.at))}, {facts.join(' · ')}
      </p>
      {consent.text && (
        <div>
          <DialogButton label={t`Show wording`} title={t`What the person agreed to`} variant="subtle">
            {() => <p style={{ whiteSpace: 'pre-line' }}>{consent.text}</p>}
          </DialogButton>
        </div>
      )}
    </div>
  );
}
