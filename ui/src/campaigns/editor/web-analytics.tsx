// Links marked for web analytics: the switch, what each parameter says, and an address as it will be.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { fieldsQuery } from '../../api/lists/fields.ts';
import { useListNames } from '../../api/lists/use-list-names.ts';
import { TagField } from '../../kit/merge-tags/tag-field.tsx';
import { Toggle } from '../../kit/parts.tsx';
import { useOptionNames } from './saving/choices.ts';
import type { Draft } from './saving/use-draft.ts';
import { useTagCompletions } from './what/tags.ts';

/** In the order in which links get them. */
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
const MOST_CHARACTERS = 200;

export function WebAnalytics({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  const names = useOptionNames();
  const isOn = draft.get('options.utm_tags') === 'yes';
  return (
    <>
      <Toggle
        label={names['options.utm_tags']}
        data-member="options.utm_tags"
        description={t`Adds utm parameters to each link that tell which list and which email a visit comes from`}
        checked={isOn}
        onChange={({ target }) => draft.set({ 'options.utm_tags': target.checked ? 'yes' : 'no' })}
      />
      {isOn && <Parameters draft={draft} isReadOnly={isReadOnly} />}
    </>
  );
}

function Parameters({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  const names = useOptionNames();
  const tags = useTagCompletions(useQuery(fieldsQuery(draft.get('list_uid'))).data);
  const example = useExample(draft);
  return (
    <fieldset className="stack bare utm">
      <legend className="unseen">{names['options.utm_tags']}</legend>
      {UTM.map((name) => (
        <TagField
          key={name}
          label={names[`options.${name}`]}
          tags={isReadOnly ? [] : tags}
          placeholder={t`Not added to links`}
          maxLength={MOST_CHARACTERS}
          data-member={`options.${name}`}
          value={draft.get(`options.${name}`) ?? ''}
          error={draft.faultOf(`options.${name}`)}
          onChange={({ target }) => draft.set({ [`options.${name}`]: target.value || null })}
        />
      ))}
      <p className="small">
        {t`A link that already has one of these keeps its own. Example:`}
        <output className="mono breaking utm-example">
          {example.map((pair) => (
            <Fragment key={pair}>
              {pair}
              <wbr />
            </Fragment>
          ))}
        </output>
      </p>
    </fieldset>
  );
}

/** A link as people get it, in pieces between which it may break; tags of recipients stand in it as written. */
function useExample(draft: Draft): string[] {
  const listUid = draft.get('list_uid');
  const values: Record<string, string | undefined> = {
    '[LIST_NAME]': useListNames([listUid]).get(listUid),
    '[CAMPAIGN_NAME]': draft.get('name'),
  };
  const pairs = UTM.flatMap((name) => {
    const written = draft.get(`options.${name}`)?.trim();
    if (!written) return [];
    const parts = written.split(/(\[[A-Z][A-Z0-9_]*(?::filter:[^\]]*)?\])/);
    const value = parts.map((part, n) => (n % 2 === 1 && !values[part] ? part : encoded(values[part] ?? part)));
    return `${name}=${value.join('')}`;
  });
  const isLast = (n: number) => n === pairs.length - 1;
  return [
    `https://example.com/${pairs.length === 0 ? '' : '?'}`,
    ...pairs.map((pair, n) => pair + (isLast(n) ? '' : '&')),
  ];
}

/** As the server does it: with all that is not unreserved (RFC 3986). */
const encoded = (value: string) =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
