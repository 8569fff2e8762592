// What is worth knowing of a campaign before it is sent: who gets it, what is written. `{places}`:
// lines, each with what stands there.
export const WRITTEN = {
  'audience-no-list': 'No list is chosen yet.',
  'audience-list-removed': 'The list was removed.',
  'audience-segment-removed': 'The segment was removed.',
  'audience-field-removed': 'The segment has a condition on a field that was removed: no one is in it.',
  'merge-unknown': '[{tag}] is not a merge tag of this campaign: it is sent as written.',
  'merge-small': '[{written}] has lowercase letters, and merge tags are in capitals ([{tag}]): it is sent as written.',
  'merge-feed-off': '[{tag}] is not active, because options.{option} is no: it is sent as written.',
  'merge-filters': '{written} uses filters that do not exist: it is sent as written.',
  'merge-alternatives':
    '{written} has no alternatives, a bracket that is not closed, or too many others around it: it is sent as written.',
  'merge-if-tag': '{written} asks for [{tag}], which is not a merge tag of this campaign: it is sent as written.',
  'merge-if-form': '{written} is not a condition such as [IF:CITY:is:Berlin]: it is sent as written.',
  'merge-if-alone': '{written} has no [IF:…] before it: it is sent as written.',
  'merge-if-end': '{written} has no [ENDIF] of its own after it: it is sent as written.',
  'merge-if-value': '{written} has a value, but {comparison} takes none: it is sent as written.',
  'merge-if-nothing':
    '{written} has no value to compare with, such as [IF:{tag}:{comparison}:Berlin]: it is sent as written.',
  'merge-if-comparison':
    '{written} uses the comparison {comparison}, which is not one of: {known}. It is sent as written.',
  'merge-lacked':
    '{written}: the list {lists} has no field {tag}. People there get the tag as written; people on the other lists get their value.',
  'merge-lacked-by-many':
    '{written}: the lists {lists} have no field {tag}. People there get the tag as written; people on the other lists get their value.',
  'merge-if-lacked':
    '{written}: the list {lists} has no field {tag}. People there get the condition as written, including everything in it; people on the other lists get what is meant for them.',
  'merge-if-lacked-by-many':
    '{written}: the lists {lists} have no field {tag}. People there get the condition as written, including everything in it; people on the other lists get what is meant for them.',
  'subject-begins':
    'The subject starts with [{tag}], which has no default: for people without a value it starts with {rest}. Write {better}.',
  'subject-empty':
    'The subject starts with [{tag}], which has no default: for people without a value there is nothing in its place. Write {better}.',
  'feeds-host':
    '[{tag}] has a merge tag in the scheme, host or port of its address: nothing is fetched from there. Merge tags are only allowed after the first / that follows the host.',
  'size-clipped': 'The HTML is {size} KB: Gmail cuts messages off after 102 KB.',
  'size-clipped-partly':
    'The HTML is {size} KB: Gmail cuts messages off after 102 KB. Only its first {characters} characters were checked.',
  'alt-one': '1 image has no alt text (by line: {places}).',
  'alt-many': '{count} images have no alt text (by line: {places}).',
  'html-link-one': '1 link has no text (by line: {places}).',
  'html-link-many': '{count} links have no text (by line: {places}).',
  'html-relative-one': '1 address is relative and does not work in an email (by line: {places}).',
  'html-relative-many': '{count} addresses are relative and do not work in an email (by line: {places}).',
  'html-marked-one': '1 link already has utm parameters and keeps them (by line: {places}).',
  'html-marked-many': '{count} links already have utm parameters and keep them (by line: {places}).',
  'html-removed-one': '1 element is removed by email apps (by line: {places}).',
  'html-removed-many': '{count} elements are removed by email apps (by line: {places}).',
  'html-unclosed':
    'The page ends inside a tag or comment that is not closed (by line: {place}): email apps do not show it.',
  'html-pictures':
    'The images are {total} MB, and at most {most} MB can be embedded in an email: {left} of {named} will be loaded when the email is opened.',
} as const;
