// What was looked at before sending: what is in the way first, then what would be better.
import { useLingui } from '@lingui/react/macro';
import { State, type Tone } from '../../kit/state.tsx';

export type CheckRecord = { id: string; state: 'ok' | 'advice' | 'blocking'; message: string };

const TONES: Record<CheckRecord['state'], Tone> = { blocking: 'bad', advice: 'held', ok: 'good' };
const ORDER = ['blocking', 'advice', 'ok'] as const;

export function Checks({ checks }: { checks: readonly CheckRecord[] }) {
  const { t } = useLingui();
  const names = { blocking: t`In the way`, advice: t`Better mended`, ok: t`Good` };
  return (
    <div className="stack">
      {ORDER.map((state) => {
        const some = checks.filter((check) => check.state === state);
        return some.length === 0 ? null : (
          <section key={state} className="stack close">
            <h3>{names[state]}</h3>
            <ul className="stack close">
              {some.map(({ id, message }) => (
                <li key={id}>
                  <State tone={TONES[state]}>{message}</State>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
