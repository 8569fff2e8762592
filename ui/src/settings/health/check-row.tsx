// One thing that is examined: how it stands, what was found, what to do, and where.
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ExaminedCheck, Finding } from '../../api/accounts/examination.ts';
import { State, type Tone } from '../../kit/state.tsx';
import { useAdvice } from './advice-texts.ts';
import { useCheckNames, useFindingText } from './finding-texts.ts';

const TONES: Readonly<Record<Finding['state'], Tone>> = { good: 'good', warning: 'held', wrong: 'bad' };

export function CheckRow({ examined, isRunning }: { examined: ExaminedCheck; isRunning: boolean }) {
  const { t } = useLingui();
  const names = useCheckNames();
  const words = { good: t`good`, warning: t`warning`, wrong: t`wrong` };
  const { check, state, findings } = examined;
  const isMendedHere = check === 'relays' || check === 'domains';
  const stands = isRunning ? t`being checked` : state === null ? t`not checked` : words[state];
  return (
    <li aria-busy={isRunning}>
      <div className="check-name">
        <State tone={isRunning ? 'moving' : state === null ? 'open' : TONES[state]}>
          {names[check]}
          <span className="unseen">: {stands}</span>
        </State>
      </div>
      <div className="stack close">
        {findings.map((finding) => (
          <Told key={`${finding.code} ${finding.text}`} finding={finding} />
        ))}
        {isMendedHere && findings.some(({ advice }) => advice !== null) && (
          <Link className="small" to="/deliverability">
            {t`Open deliverability`}
          </Link>
        )}
        {findings.length === 0 && <p className="quiet">{isRunning ? t`Checking…` : t`Nothing to report`}</p>}
      </div>
    </li>
  );
}

function Told({ finding }: { finding: Finding }) {
  const text = useFindingText()(finding);
  const advice = useAdvice()(finding);
  return (
    <div className={`told ${finding.state}`}>
      <p>{text}</p>
      {advice !== null && <p className="small">{advice}</p>}
    </div>
  );
}
