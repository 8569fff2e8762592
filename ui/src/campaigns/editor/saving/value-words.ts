// Values of a campaign's members as people know them: lists and segments by their names, moments as dates.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { listsQuery } from '../../../api/lists/lists.ts';
import { segmentsQuery } from '../../../api/lists/segments.ts';
import { useFormat } from '../../../api/use-format.ts';
import { readDoc, wordsOf } from '../../../kit/blocks/document/document.ts';
import { allOf } from '../../../kit/blocks/document/moves.ts';
import type { Members, Name } from './members.ts';

/** @param listUid whose segments are meant */
export function useValueWords(listUid: string): (name: Name, value: Members[Name]) => string {
  const { t } = useLingui();
  const format = useFormat();
  const { data: lists } = useQuery(listsQuery);
  const { data: segments = [] } = useQuery(segmentsQuery(listUid));
  const listName = (uid: string) => lists?.records.find(({ general }) => general.list_uid === uid)?.general.name ?? uid;
  return (name, value) => {
    if (name === 'segment_uid' && !value) return t`Everybody on the list`;
    if (value === null || value === undefined || value === '') return '';
    const text = String(value);
    if (name === 'list_uid' || name === 'list_uids') return text.split(',').map(listName).join(', ');
    if (name === 'segment_uid') return segments.find(({ segment_uid }) => segment_uid === text)?.name ?? text;
    if (name === 'send_at_iso') return format.instant(Date.parse(text));
    if (name === 'type') return text === 'autoresponder' ? t`After an event` : t`Once or repeated`;
    if (name === 'template.blocks')
      return allOf(readDoc(text).blocks)
        .map((block) => wordsOf(block))
        .join('\n');
    if (value === 'yes') return t`yes`;
    return value === 'no' ? t`no` : text;
  };
}
