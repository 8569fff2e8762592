// What a request says that is understood and passed over: told in its answer, so that nothing is
// ignored in silence.
import type { Dialect } from '../../http/dialect.ts';
import { type FormObject, isFormObject } from '../../http/form/decode.ts';
import type { Warning } from '../warnings/warning.ts';
import { toldOfSources } from './template.ts';

/** Members of the interface that mean nothing here. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  group_uid: 'There are no groups of campaigns here: the campaign was saved without one.',
  tracking_domain_id: 'Links lead to the address of this installation: there are no tracking domains.',
};

/** What was passed over of a campaign that a request describes. */
export function toldOf(sent: FormObject, dialect: Dialect): Warning[] {
  const template = sent['template'];
  const options = sent['options'];
  const blocks = [sent, ...(options !== undefined && isFormObject(options) ? [options] : [])];
  return [
    ...(template !== undefined && isFormObject(template) ? toldOfSources(template, dialect) : []),
    ...Object.entries(PASSED_OVER).flatMap(([member, message]) =>
      blocks.some((block) => saysSomething(block[member])) ? [{ member, message }] : [],
    ),
  ];
}

/** A form's empty member asks for nothing; neither does a number that is none. */
function saysSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== '0';
}
