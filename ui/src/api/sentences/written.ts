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
    'merge-unknown': ({ tag }) => t`[${tag}] is not a merge tag of this campaign.`,
    'merge-small': ({ written, tag }) =>
      t`[${written}] has lowercase letters, and merge tags are in capitals: [${tag}].`,
    'merge-feed-off': ({ tag, option }) => t`[${tag}] belongs to a feed, and ${option} is off in this campaign.`,
    'merge-filters': ({ written }) => t`${written} uses filters that do not exist.`,
    'merge-alternatives': ({ written }) =>
      t`${written} has no alternatives, a bracket that is not closed, or too many others around it.`,
    'merge-if-tag': ({ written, tag }) => t`${written} asks for [${tag}], which is not a merge tag of this campaign.`,
    'merge-if-form': ({ written }) => t`${written} is not a condition such as [IF:CITY:is:Berlin].`,
    'merge-if-alone': ({ written }) => t`${written} has no [IF:…] before it.`,
    'merge-if-end': ({ written }) => t`${written} has no [ENDIF] of its own after it.`,
    'merge-if-value': ({ written, comparison }) => t`${written} has a value, but ${comparison} takes none.`,
    'merge-if-nothing': ({ written, tag, comparison }) =>
      t`${written} has no value to compare with, such as [IF:${tag}:${comparison}:Berlin].`,
    'merge-if-comparison': ({ written, comparison, known }) =>
      t`${written} uses the comparison ${comparison}, which is not one of: ${known}.`,
    'merge-lacked': ({ written, tag, lists }) =>
      t`${written}: the list ${lists} has no field ${tag}; people there get the tag as written.`,
    'merge-lacked-by-many': ({ written, tag, lists }) =>
      t`${written}: the lists ${lists} have no field ${tag}; people there get the tag as written.`,
    'merge-if-lacked': ({ written, tag, lists }) =>
      t`${written}: the list ${lists} has no field ${tag}; people there get the condition as written, with everything in it.`,
    'merge-if-lacked-by-many': ({ written, tag, lists }) =>
      t`${written}: the lists ${lists} have no field ${tag}; people there get the condition as written, with everything in it.`,
    'subject-begins': ({ tag, rest, better }) =>
      t`It starts with [${tag}], which has no default: for people without a value it starts with ${rest}. Write ${better}.`,
    'subject-empty': ({ tag, better }) =>
      t`It starts with [${tag}], which has no default: for people without a value there is nothing in its place. Write ${better}.`,
    'feeds-host': ({ tag }) =>
      t`[${tag}] has a merge tag in the scheme, host or port of its address. Merge tags are only allowed after the first / that follows the host.`,
  };
}

function usePageWords(): Words<'audience' | 'size' | 'alt' | 'html'> {
  const { t } = useLingui();
  return {
    'audience-no-list': () => t`No list selected yet.`,
    'audience-list-removed': () => t`The list was removed.`,
    'audience-segment-removed': () => t`The segment was removed.`,
    'audience-field-removed': () => t`The segment has a condition on a field that was removed: no one is in it.`,
    'size-clipped': ({ size }) => t`The HTML is ${size} kB: Gmail cuts it off after 102 kB.`,
    'size-clipped-partly': ({ size, characters }) =>
      t`The HTML is ${size} kB: Gmail cuts it off after 102 kB. Only its first ${characters} characters were checked.`,
    'alt-one': ({ places }) => t`1 image has no alt text (by line: ${places}).`,
    'alt-many': ({ count, places }) => t`${count} images have no alt text (by line: ${places}).`,
    'html-link-one': ({ places }) => t`1 link has no text (by line: ${places}).`,
    'html-link-many': ({ count, places }) => t`${count} links have no text (by line: ${places}).`,
    'html-relative-one': ({ places }) => t`1 address is relative and does not work in an email (by line: ${places}).`,
    'html-relative-many': ({ count, places }) =>
      t`${count} addresses are relative and do not work in an email (by line: ${places}).`,
    'html-marked-one': ({ places }) => t`1 link already has utm parameters and keeps them (by line: ${places}).`,
    'html-marked-many': ({ count, places }) =>
      t`${count} links already have utm parameters and keep them (by line: ${places}).`,
    'html-removed-one': ({ places }) => t`1 element is removed by email apps (by line: ${places}).`,
    'html-removed-many': ({ count, places }) => t`${count} elements are removed by email apps (by line: ${places}).`,
    'html-unclosed': ({ place }) =>
      t`The page ends inside a tag or comment that is not closed (by line: ${place}): email apps do not show it.`,
    'html-pictures': ({ total, most, left, named }) =>
      t`The images are ${total} MB, and at most ${most} MB can be embedded in an email: ${left} of ${named} are loaded when the email is opened.`,
  };
}
