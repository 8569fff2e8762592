// What is measured, what the mail carries, and how it is sent.
import { useLingui } from '@lingui/react/macro';
import { NumberField } from '../../kit/form/number-field.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Choice, TextField, Toggle } from '../../kit/parts.tsx';
import { useChoices, useOptionNames } from './saving/choices.ts';
import type { Members, Name } from './saving/members.ts';
import type { Draft } from './saving/use-draft.ts';
import { WebAnalytics } from './web-analytics.tsx';

type YesNo = {
  [N in Name]-?: 'yes' extends Members[N] ? N : never;
}[Name];

/** `isVariant`: of an A/B test; its pace and its report are those of the campaign that is tested. */
export function Options({ draft, isVariant, isReadOnly }: { draft: Draft; isVariant: boolean; isReadOnly: boolean }) {
  const { t } = useLingui();
  const names = useOptionNames();
  const choices = useChoices();
  const yesNo = (name: YesNo) => ({
    checked: draft.get(name) === 'yes',
    onChange: ({ target }: { target: { checked: boolean } }) =>
      draft.set({ [name]: target.checked ? 'yes' : 'no' } as Partial<Members>),
  });
  const hasFeeds = draft.get('options.xml_feed') === 'yes' || draft.get('options.json_feed') === 'yes';
  return (
    <Card title={t({ context: 'campaign', message: 'Options' })}>
      <div className="stack options">
        <Toggle
          label={names['options.open_tracking']}
          data-member="options.open_tracking"
          description={t`With a tracking pixel`}
          {...yesNo('options.open_tracking')}
        />
        <Toggle
          label={names['options.url_tracking']}
          data-member="options.url_tracking"
          description={t`Links go through this server`}
          {...yesNo('options.url_tracking')}
        />
        <WebAnalytics draft={draft} isReadOnly={isReadOnly} />
        <Toggle label={names['options.plain_text_email']} {...yesNo('options.plain_text_email')} />
        <Toggle
          label={names['template.inline_css']}
          description={t`For email apps that ignore <style>`}
          {...yesNo('template.inline_css')}
        />
        <Toggle
          label={names['options.embed_images']}
          description={t`They show right away, but the email is larger`}
          {...yesNo('options.embed_images')}
        />
        <Toggle label={names['options.xml_feed']} {...yesNo('options.xml_feed')} />
        <Toggle label={names['options.json_feed']} {...yesNo('options.json_feed')} />
        {hasFeeds && (
          <Choice
            label={names['options.feed_failure']}
            data={choices['options.feed_failure']}
            value={draft.get('options.feed_failure') ?? 'wait'}
            onChange={(value) =>
              value && draft.set({ 'options.feed_failure': value as NonNullable<Members['options.feed_failure']> })
            }
          />
        )}
        {!isVariant && <Pace draft={draft} />}
      </div>
    </Card>
  );
}

function Pace({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const names = useOptionNames();
  return (
    <>
      <NumberField
        label={names['delivery.max_per_minute']}
        description={t`Leave empty to send as fast as relays and receivers allow`}
        error={draft.faultOf('delivery.max_per_minute')}
        min={1}
        max={10_000_000}
        value={draft.get('delivery.max_per_minute') ?? ''}
        onChange={(value) => draft.set({ 'delivery.max_per_minute': value === '' ? null : value })}
      />
      <TextField
        label={names['options.email_stats']}
        description={t`Sent when the campaign is done; separate addresses with commas`}
        value={draft.get('options.email_stats') ?? ''}
        error={draft.faultOf('options.email_stats')}
        onChange={(event) => draft.set({ 'options.email_stats': event.target.value || null })}
      />
    </>
  );
}
