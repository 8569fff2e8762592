// The palette: any campaign, list, segment, template, person, screen or action, by some letters.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listNamesQuery } from '../api/lists/lists.ts';
import { searchQuery } from '../api/search.ts';
import { useSettled } from '../kit/form/use-settled.ts';
import { MINUTE_MS } from '../kit/local-time.ts';
import { Finder, type FinderItem } from '../kit/table/finder.tsx';
import { useActions, useScreens } from './places.ts';
import { useFound } from './use-found.tsx';

export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const asked = useSettled(text.trim());
  const answer = useQuery({ ...searchQuery(asked), enabled: asked !== '', placeholderData: keepPreviousData });
  const foundNow = useFound(asked === '' ? undefined : answer.data, asked);
  const fits = fitting(text);
  const screens = { name: t`Screens`, items: useScreens().filter(({ name }) => fits(name)) };
  const actions = { name: t`Actions`, items: useActions().filter(({ name }) => fits(name)) };
  const isLooking = text.trim() !== '' && (asked !== text.trim() || answer.isFetching);
  // The search knows how addresses begin; and nothing may stand first that people follow.
  const isForTables = !isLooking && !asked.includes('@');
  const through = { name: t`People of a list`, items: useLooking(isForTables ? asked : '') };
  const groups = (text.trim() === '' ? [actions, screens] : [...foundNow, actions, screens, through]).filter(
    ({ items }) => items.length > 0,
  );
  const about = () => {
    if (answer.error && asked !== '') return answer.error.message;
    if (isLooking) return groups.length === 0 ? t`Searching…` : '';
    if (groups.length === 0)
      return t`No results. To find a person, type the beginning of their address or their full name.`;
    return t`Names, subjects, a person’s full name, or the beginning of their address`;
  };
  return (
    <Finder
      title={t`Search`}
      placeholder={t`Search or go to…`}
      text={text}
      onText={setText}
      groups={groups}
      about={about()}
      onClose={onClose}
    />
  );
}

/** The search knows whole names alone; the tables of people look at everybody. */
const MOST_LISTS = 5;

function useLooking(asked: string): FinderItem[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data } = useQuery({ ...listNamesQuery(), staleTime: MINUTE_MS, enabled: asked !== '' });
  const lists = data?.named ?? [];
  if (asked === '' || lists.length > MOST_LISTS) return [];
  return lists.map(({ uid: listUid, name: note }) => ({
    key: `through-${listUid}`,
    name: t`Everyone matching “${asked}”`,
    note,
    go: () => void navigate({ to: '/lists/$listUid', params: { listUid }, search: { search: asked } }),
  }));
}

/** Whether a name holds each word of a text, without regard to case and accents. */
function fitting(text: string): (name: string) => boolean {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return (name) => words.every((word) => folded(name).includes(word));
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
