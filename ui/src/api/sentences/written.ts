// What is worth knowing of a campaign before it is sent. Size and alt texts have checks with
// numbers, whose words are in the editor; here they are for what lists all of it.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

type Kinds = 'audience' | 'merge' | 'subject' | 'feeds' | 'size' | 'alt' | 'html';

export function useWrittenWords(): Words<Kinds> {
  return { ...useTagWords(), ...usePageWords() };
}

function useTagWords(): Words<'merge' | 'subject' | 'feeds'> {
  const { t } = useLingui();
  return {
    'merge-unknown': ({ tag }) => t`[${tag}] is no merge tag of this campaign.`,
    'merge-small': ({ written, tag }) => t`[${written}] has small letters, and merge tags have capitals: [${tag}].`,
    'merge-feed-off': ({ tag, option }) => t`[${tag}] belongs to a feed, and ${option} is off in this campaign.`,
    'merge-filters': ({ written }) => t`${written} has filters that there are not.`,
    'merge-alternatives': ({ written }) =>
      t`${written} has no alternatives, a bracket that is not closed, or too many others around it.`,
    'merge-if-tag': ({ written, tag }) => t`${written} asks for [${tag}], which is no merge tag of this campaign.`,
    'merge-if-form': ({ written }) => t`${written} is no condition such as [IF:CITY:is:Berlin].`,
    'merge-if-alone': ({ written }) => t`${written} belongs to no [IF:…] before it.`,
    'merge-if-end': ({ written }) => t`${written} has no [ENDIF] of its own after it.`,
    'merge-if-value': ({ written, comparison }) => t`${written} has a value, which ${comparison} cannot have.`,
    'merge-if-nothing': ({ written, tag, comparison }) =>
      t`${written} has nothing to compare with, as [IF:${tag}:${comparison}:Berlin] has.`,
    'merge-if-comparison': ({ written, comparison, known }) =>
      t`${written} compares by ${comparison}, which is none of: ${known}.`,
    'merge-lacked': ({ written, tag, lists }) =>
      t`${written}: the list ${lists} has no field ${tag}; people there get the tag as written.`,
    'merge-lacked-by-many': ({ written, tag, lists }) =>
      t`${written}: the lists ${lists} have no field ${tag}; people there get the tag as written.`,
    'merge-if-lacked': ({ written, tag, lists }) =>
      t`${written}: the list ${lists} has no field ${tag}; people there get the condition as written, with all that stands in it.`,
    'merge-if-lacked-by-many': ({ written, tag, lists }) =>
      t`${written}: the lists ${lists} have no field ${tag}; people there get the condition as written, with all that stands in it.`,
    'subject-begins': ({ tag, rest, better }) =>
      t`It begins with [${tag}], which has no default: for people without a value it begins with ${rest}. Write ${better}.`,
    'subject-empty': ({ tag, better }) =>
      t`It begins with [${tag}], which has no default: for people without a value there is nothing in its place. Write ${better}.`,
    'feeds-host': ({ tag }) =>
      t`[${tag}] has a merge tag in the scheme, host or port of its address. Merge tags may stand behind the first / after the host.`,
  };
}

function usePageWords(): Words<'audience' | 'size' | 'alt' | 'html'> {
  const { t } = useLingui();
  return {
    'audience-no-list': () => t`No list is chosen yet.`,
    'audience-list-removed': () => t`The list was removed.`,
    'audience-segment-removed': () => t`The segment was removed.`,
    'audience-field-removed': () => t`The segment has a condition on a field that was removed: nobody is in it.`,
    'size-clipped': ({ size }) => t`The HTML is ${size} kB: Gmail cuts it off after 102 kB.`,
    'size-clipped-partly': ({ size, characters }) =>
      t`The HTML is ${size} kB: Gmail cuts it off behind 102 kB. Only its first ${characters} characters were looked at.`,
    'alt-one': ({ places }) => t`1 picture has no alt text (by line: ${places}).`,
    'alt-many': ({ count, places }) => t`${count} pictures have no alt text (by line: ${places}).`,
    'html-link-one': ({ places }) => t`1 link has no text (by line: ${places}).`,
    'html-link-many': ({ count, places }) => t`${count} links have no text (by line: ${places}).`,
    'html-relative-one': ({ places }) => t`1 address is relative and leads nowhere in a mail (by line: ${places}).`,
    'html-relative-many': ({ count, places }) =>
      t`${count} addresses are relative and lead nowhere in a mail (by line: ${places}).`,
    'html-marked-one': ({ places }) => t`1 link has utm parameters of its own and keeps them (by line: ${places}).`,
    'html-marked-many': ({ count, places }) =>
      t`${count} links have utm parameters of their own and keep them (by line: ${places}).`,
    'html-removed-one': ({ places }) => t`1 element is taken out by mail programs (by line: ${places}).`,
    'html-removed-many': ({ count, places }) =>
      t`${count} elements are taken out by mail programs (by line: ${places}).`,
    'html-unclosed': ({ place }) =>
      t`The page ends within a tag or comment that is not closed (by line: ${place}): mail programs do not show it.`,
    'html-pictures': ({ total, most, left, named }) =>
      t`The pictures are ${total} MB, and at most ${most} MB travel in a mail: ${left} of ${named} are fetched when the mail is read.`,
  };
}
