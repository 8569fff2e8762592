// Field type rating: a number of stars, from 1.
import { integer } from '../../../http/members/declare.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { fieldType } from '../type.ts';

const USUAL = 5;

export const rating = fieldType({
  identifier: 'rating',
  name: 'Rating',
  example: '3',
  rules: { max_stars: integer('number of stars.', { min: 3, max: 10, default: USUAL }) },
  check: {
    one: (text, { label, rules: { max_stars = USUAL } }) =>
      /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max_stars
        ? { value: String(Number(text)) }
        : { fault: say('member-whole', { label, min: 1, max: max_stars }) },
  },
  control: { kind: 'stars', most: ({ max_stars = USUAL }) => max_stars },
  expects: 'rating',
});
