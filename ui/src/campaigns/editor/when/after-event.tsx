// After an event: to each person by themselves, some time after they subscribed, or after another
// campaign.
import { useState } from 'react';
import { NumberField } from '../../../kit/form/number-field.tsx';
import { Choice, Toggle } from '../../../kit/parts.tsx';
import { WhichCampaign } from '../../automations/which-campaign.tsx';
import { useChoices, useOptionNames } from '../saving/choices.ts';
import type { Members } from '../saving/members.ts';
import type { Draft } from '../saving/use-draft.ts';

type Event = NonNullable<Members['options.autoresponder_event']>;
type Unit = NonNullable<Members['options.autoresponder_time_unit']>;
const NAMED_BY = {
  'AFTER-CAMPAIGN-OPEN': 'options.autoresponder_open_campaign_id',
  'AFTER-CAMPAIGN-SENT': 'options.autoresponder_sent_campaign_id',
} as const;

export function AfterEvent({ draft }: { draft: Draft }) {
  const names = useOptionNames();
  const choices = useChoices();
  const stored = (draft.get('options.autoresponder_event') ?? 'AFTER-SUBSCRIBE') as Event;
  const [chosen, setChosen] = useState<Event>(); // waits for its campaign
  const event = chosen ?? stored;
  const choose = (next: Event) => {
    setChosen(next === 'AFTER-SUBSCRIBE' ? undefined : next);
    if (next === 'AFTER-SUBSCRIBE') draft.set({ 'options.autoresponder_event': next });
    else if (draft.get(NAMED_BY[next])) draft.set({ 'options.autoresponder_event': next });
  };
  return (
    <div className="stack">
      <Choice
        label={names['options.autoresponder_event']}
        data={choices['options.autoresponder_event']}
        value={event}
        error={draft.faultOf('options.autoresponder_event')}
        onChange={(value) => value && choose(value as Event)}
      />
      {event !== 'AFTER-SUBSCRIBE' && <OtherCampaign key={event} draft={draft} event={event} />}
      <div className="two">
        <NumberField
          label={names['options.autoresponder_time_value']}
          min={0}
          max={3650}
          value={draft.get('options.autoresponder_time_value') ?? 0}
          error={draft.faultOf('options.autoresponder_time_value')}
          onChange={(value) => value !== '' && draft.set({ 'options.autoresponder_time_value': value })}
        />
        <Choice
          label={names['options.autoresponder_time_unit']}
          data={choices['options.autoresponder_time_unit']}
          value={draft.get('options.autoresponder_time_unit') ?? 'day'}
          onChange={(value) => value && draft.set({ 'options.autoresponder_time_unit': value as Unit })}
        />
      </div>
      {event === 'AFTER-SUBSCRIBE' && (
        <>
          <Toggle
            label={names['options.autoresponder_include_imported']}
            checked={draft.get('options.autoresponder_include_imported') === 'yes'}
            onChange={({ target }) =>
              draft.set({ 'options.autoresponder_include_imported': target.checked ? 'yes' : 'no' })
            }
          />
          <Toggle
            label={names['options.autoresponder_include_current']}
            checked={draft.get('options.autoresponder_include_current') === 'yes'}
            onChange={({ target }) =>
              draft.set({ 'options.autoresponder_include_current': target.checked ? 'yes' : 'no' })
            }
          />
        </>
      )}
    </div>
  );
}

function OtherCampaign({ draft, event }: { draft: Draft; event: keyof typeof NAMED_BY }) {
  const member = NAMED_BY[event];
  return (
    <WhichCampaign
      chosen={String(draft.get(member) || '')}
      except={draft.uid}
      error={draft.faultOf(member)}
      onChoose={(id) => draft.set({ 'options.autoresponder_event': event, [member]: Number(id) })}
    />
  );
}
