// What was looked at before sending: what is in the way first, then what would be better, each with
// the way to mend it.
import { useLingui } from '@lingui/react/macro';
import { Button, ButtonLink } from '../../../kit/parts.tsx';
import { State, type Tone } from '../../../kit/state.tsx';
import { type Check, type Incomplete, incompleteIn, useCheckWords } from './check-words.ts';

const TONES: Record<Check['state'], Tone> = { blocking: 'bad', advice: 'held', ok: 'good' };

/** Where it is mended: a field of the editor, or another screen. */
const MENDED_AT: Partial<
  Record<Check['id'], { member: string } | { screen: '/deliverability' | '/settings/company' }>
> = {
  audience: { member: 'list_uid' },
  sender: { member: 'from_name' },
  'sender-domain': { screen: '/deliverability' },
  subject: { member: 'subject' },
  preheader: { member: 'preheader' },
  content: { member: 'template.content' },
  'sample-texts': { member: 'template.content' },
  variants: { member: 'ab-test' },
  'unsubscribe-link': { member: 'template.content' },
  'postal-address': { screen: '/settings/company' },
  tags: { member: 'template.content' },
  'empty-fields': { member: 'template.content' },
  links: { member: 'template.content' },
  'alt-texts': { member: 'template.content' },
  html: { member: 'template.content' },
  size: { member: 'template.content' },
  'text-part': { member: 'template.content' },
  feeds: { member: 'template.content' },
  test: { member: 'test' },
  relay: { screen: '/deliverability' },
  'base-url': { screen: '/deliverability' },
};

type ChecksProps = { checks: readonly Check[]; onMend: (member: string) => void };

export function Checks({ checks, onMend }: ChecksProps) {
  const { t } = useLingui();
  const of = (state: Check['state']) => checks.filter((check) => check.state === state);
  const good = of('ok');
  return (
    <div className="stack">
      {of('blocking').length > 0 && <Group title={t`Fix before sending`} checks={of('blocking')} onMend={onMend} />}
      {of('advice').length > 0 && <Group title={t`Worth improving`} checks={of('advice')} onMend={onMend} />}
      {good.length > 0 && (
        <details className="good-checks">
          <summary>
            <State tone="good">{good.length === 1 ? t`1 check passed` : t`${good.length} checks passed`}</State>
          </summary>
          <Rows checks={good} />
        </details>
      )}
    </div>
  );
}

function Group({ title, ...rows }: { title: string } & ChecksProps) {
  return (
    <section className="stack close">
      <h3>{title}</h3>
      <Rows {...rows} />
    </section>
  );
}

function Rows({ checks, onMend }: { checks: readonly Check[]; onMend?: (member: string) => void }) {
  const { t } = useLingui();
  const wordsOf = useCheckWords();
  return (
    <ul className="ready-checks">
      {checks.map((check) => {
        const { text, more } = wordsOf(check);
        const place = MENDED_AT[check.id];
        const variants = check.id === 'variants' ? incompleteIn(check) : [];
        return (
          <li key={check.id}>
            <div>
              <State tone={TONES[check.state]}>{text}</State>
              {more && <p className="small">{more}</p>}
            </div>
            {onMend && variants.length > 0 && <MendVariants variants={variants} onMend={onMend} />}
            {onMend && variants.length === 0 && place && 'member' in place && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t`Fix: ${text}`}
                onClick={() => onMend(place.member)}
              >
                {t`Fix`}
              </Button>
            )}
            {onMend && place && 'screen' in place && (
              <ButtonLink variant="default" size="compact-sm" to={place.screen} aria-label={t`Fix: ${text}`}>
                {t`Fix`}
              </ButtonLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type MendVariantsProps = { variants: readonly Incomplete[]; onMend: (member: string) => void };

/** Leads to the variants that lack something; what the first one lacks is in this editor. */
function MendVariants({ variants, onMend }: MendVariantsProps) {
  const { t } = useLingui();
  return (
    <span className="row">
      {variants.map(({ letter, campaign_uid: campaignUid }) =>
        letter === 'A' ? (
          <Button key={letter} variant="default" size="compact-sm" onClick={() => onMend('ab-test')}>
            {t`Fix A`}
          </Button>
        ) : (
          <ButtonLink
            key={letter}
            variant="default"
            size="compact-sm"
            to="/campaigns/$campaignUid"
            params={{ campaignUid }}
          >
            {t`Fix ${letter}`}
          </ButtonLink>
        ),
      )}
    </span>
  );
}
