// When it goes: as soon as it is sent, or at a time in the customer's zone.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Campaign } from '../../api/campaigns.ts';
import { useSession } from '../../api/session.ts';
import { instantOfLocal, localOfInstant } from '../../kit/local-time.ts';
import { Card } from '../../kit/page.tsx';
import { RadioChoice, RadioGroup, TextField } from '../../kit/parts.tsx';
import type { Draft } from './use-draft.ts';

export function When({ stored, draft }: { stored: Campaign; draft: Draft }) {
  const { t } = useLingui();
  const { time_zone: timeZone } = useSession().customer;
  const instant = draft.changes.send_at_iso === undefined ? stored.send_at_iso : draft.changes.send_at_iso;
  const [isPlanned, setPlanned] = useState(Boolean(instant));
  const local = instant ? localOfInstant(instant, timeZone) : '';
  return (
    <Card title={t`When`}>
      <div className="stack">
        <RadioGroup
          aria-label={t`When`}
          value={isPlanned ? 'at' : 'now'}
          onChange={(value) => {
            setPlanned(value === 'at');
            if (value === 'now') draft.change({ send_at_iso: null });
          }}
        >
          <div className="stack close">
            <RadioChoice value="now" label={t`As soon as I press Send`} />
            <RadioChoice value="at" label={t`At a time`} />
          </div>
        </RadioGroup>
        {isPlanned && (
          <TextField
            type="datetime-local"
            label={t`Date and time`}
            description={t`In ${timeZone}`}
            value={local}
            onChange={(event) => {
              if (event.target.value !== '')
                draft.change({ send_at_iso: instantOfLocal(event.target.value, timeZone) });
            }}
          />
        )}
      </div>
    </Card>
  );
}
