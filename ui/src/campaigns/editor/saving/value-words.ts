// Values of a campaign's members as people know them: lists, segments and campaigns by their names,
// moments as dates, what was chosen by the words of the choice.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../../api/lists/fields.ts';
import { segmentsQuery } from '../../../api/lists/segments.ts';
import { useListNames } from '../../../api/lists/use-list-names.ts';
import { useNamedCampaigns } from '../../../api/named-campaigns/named.ts';
import { useFormat } from '../../../api/use-format.ts';
import { readDoc, wordsOf } from '../../../kit/blocks/document/document.ts';
import { allOf } from '../../../kit/blocks/document/moves.ts';
import { useWhenWords } from '../when/words.ts';
import { chosenWords, useChoices } from './choices.ts';
import type { Members, Name } from './members.ts';

/** What an autoresponder follows. */
const FOLLOWED = ['options.autoresponder_open_campaign_id', 'options.autoresponder_sent_campaign_id'] as const;

/** @param listUid whose segments and fields are meant @param values those that are to be told in words */
export function useValueWords(
  listUid: string,
  values: Partial<Record<Name, readonly Members[Name][]>>,
): (name: Name, value: Members[Name]) => string {
  const { t } = useLingui();
  const format = useFormat();
  const choices = useChoices();
  const when = useWhenWords();
  const { data: segments = [] } = useQuery(segmentsQuery(listUid));
  const { data: fields = [] } = useQuery(fieldsQuery(listUid));
  const { named: campaigns } = useNamedCampaigns(
    FOLLOWED.flatMap((name) => values[name] ?? []).flatMap((number) => (number ? [String(number)] : [])),
  );
  const named = [...(values.list_uid ?? []), ...(values.list_uids ?? [])].flatMap((uids) =>
    String(uids ?? '').split(','),
  );
  const names = useListNames(named);
  const listName = (uid: string) => names.get(uid) ?? uid;
  const labelOf = (tag: string) => fields.find((field) => field.tag === tag)?.label ?? `[${tag}]`;
  return (name, value) => {
    const text = value === null || value === undefined ? '' : String(value);
    if (name === 'segment_uid' && text === '') return t`Everyone on the list`;
    if (name === 'delivery.sending_window') return when.window(text || null);
    if (name === 'delivery.recipient_time_zone') return when.ownTime(text || null, labelOf);
    if (text === '' || (name === 'options.cronjob_max_runs' && value === -1)) return '';
    if (name === 'list_uid' || name === 'list_uids') return text.split(',').map(listName).join(', ');
    if (name === 'segment_uid') return segments.find(({ segment_uid }) => segment_uid === text)?.name ?? text;
    if (name === 'send_at_iso') return format.instant(Date.parse(text));
    if (name === 'type') return text === 'autoresponder' ? t`After an event` : t`Once or repeated`;
    if (name === 'options.cronjob') return when.rhythm(text);
    if (FOLLOWED.some((one) => one === name)) return campaigns.get(text)?.name ?? text;
    if (name === 'template.blocks')
      return allOf(readDoc(text).blocks)
        .map((block) => wordsOf(block))
        .join('\n');
    if (value === 'yes') return t`yes`;
    return value === 'no' ? t`no` : (chosenWords(choices, name, value) ?? text);
  };
}
