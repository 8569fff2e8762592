// The subject of a campaign as people read it: its merge tags as chips with what they stand for.
import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { TagChip } from '../kit/merge-tags/tag-chips.tsx';
import { type SubjectPart, subjectParts } from './subject-parts.ts';

/** `subject`: as it is stored. What is no merge tag stays as it is written: people got it so. */
export function Subject({ subject }: { subject: string }) {
  const chip = useChip();
  const parts = subjectParts(subject);
  const drawn = parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and never move
    if ('text' in part) return <Fragment key={index}>{part.text}</Fragment>;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <TagChip key={index} written={part.written} words={chip(part)} />;
  });
  return <bdi>{drawn}</bdi>;
}

type Tag = Exclude<SubjectPart, { text: string }>;

function useChip(): (part: Tag) => string {
  const { t } = useLingui();
  const names: Record<string, string> = {
    FNAME: t`first name`,
    LNAME: t`last name`,
    EMAIL: t`address`,
    LIST_NAME: t`name of the list`,
    COMPANY_NAME: t`your company`,
    CURRENT_DAY: t`today’s day`,
    CURRENT_MONTH: t`this month`,
    CURRENT_YEAR: t`this year`,
  };
  return ({ tag, fallback }) => {
    const name = names[tag] ?? tag.toLowerCase().replaceAll('_', ' ');
    return fallback === '' ? name : t`${name} or “${fallback}”`;
  };
}
