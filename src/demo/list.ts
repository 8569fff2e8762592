// The fields of the demo's list beside EMAIL, FNAME and LNAME, as the interface takes them: most
// field types once. They are the columns of examples/subscribers.csv.
import type { Input } from '../../clients/typescript/src/types.ts';

const common = { required: 'no', visibility: 'visible' } as const;

export const DEMO_FIELDS: readonly Input<'createField'>['body'][] = [
  { ...common, type: 'text', label: 'City', tag: 'CITY', max_length: 80, sort_order: 3 },
  { ...common, type: 'country', label: 'Country', tag: 'COUNTRY', sort_order: 4 },
  { ...common, type: 'date', label: 'Birthday', tag: 'BIRTHDAY', visibility: 'hidden', sort_order: 5 },
  {
    ...common,
    type: 'dropdown',
    label: 'Plan',
    tag: 'PLAN',
    required: 'yes',
    default_value: 'free',
    sort_order: 6,
    options: [
      { name: 'Free', value: 'free' },
      { name: 'Pro', value: 'pro' },
      { name: 'Team', value: 'team' },
    ],
  },
  {
    ...common,
    type: 'checkboxlist',
    label: 'Newsletters',
    tag: 'NEWSLETTERS',
    sort_order: 7,
    options: [
      { name: 'Weekly digest', value: 'weekly' },
      { name: 'New routes', value: 'routes' },
      { name: 'Gear and tests', value: 'gear' },
    ],
  },
  { ...common, type: 'phonenumber', label: 'Phone', tag: 'PHONE', sort_order: 8 },
  { ...common, type: 'rating', label: 'Rating', tag: 'RATING', max_stars: 5, sort_order: 9 },
];
