// A mail for each kind of block, with what may go wrong in it: long words, tags, missing pictures.

const PICTURE = 'https://x.test/picture.png';
const TEXT = 'The evenings grow long, [FNAME], and from today on our guides are out every weekend.';
const LEAF = [
  { kind: 'image', src: PICTURE, alt: 'A mill', href: 'https://x.test/?walk=mill' },
  { kind: 'heading', level: 3, text: 'Five mills, one valley', space: 16 },
  { kind: 'text', color: 'muted', text: '11 km by the water. <a href="https://x.test/?walk=mill">Read on</a>' },
];

/** By the name of their page beside this file. */
export const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  heading: [
    { kind: 'heading', level: 1, text: 'Hello [FNAME], <em>the paths</em> are dry again' },
    { kind: 'heading', level: 2, text: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', color: 'accent' },
    { kind: 'heading', level: 3, text: 'With a <a href="https://x.test/">link</a>', align: 'center' },
    { kind: 'heading', level: 1, size: 72, text: '20%', align: 'center', color: 'muted' },
  ],
  text: [
    { kind: 'text', size: 'label', color: 'accent', text: 'WALK OF THE MONTH' },
    { kind: 'text', text: `<p>${TEXT}</p><p>With <strong>bold</strong>, <em>italic</em>, <u>lines</u> & <code>code</code>.</p>` },
    { kind: 'text', text: '<ul><li>Shoes with a profile</li><li>Water</li></ul><ol><li>First</li><li>Second</li></ol>' },
    { kind: 'text', size: 'large', color: 'muted', text: TEXT },
    { kind: 'text', size: 'small', align: 'center', text: 'Small <a href="[WEB_VERSION_URL]">in a browser</a>' },
    { kind: 'text', size: 'code', align: 'center', text: 'SPRING20' },
  ],
  image: [
    { kind: 'image', on: 'page', alt: '' },
    { kind: 'image', src: PICTURE, alt: 'From edge to edge', full: true },
    { kind: 'image', src: PICTURE, alt: 'As wide as there is room', href: 'https://x.test/?a=1&b=[EMAIL]' },
    { kind: 'image', src: PICTURE, alt: 'Narrow, in the middle', width: 160, align: 'center' },
  ],
  button: [
    { kind: 'button', text: 'Choose your day', href: 'https://x.test/?walk=[FNAME]&a="b"' },
    { kind: 'button', text: 'No, thank you', href: '[UNSUBSCRIBE_URL]', style: 'outline', align: 'center' },
    { kind: 'button', text: 'As wide as there is room', href: 'mailto:ann@example.com', full: true },
    { kind: 'button', on: 'banner', text: 'On a banner', href: 'https://x.test/', style: 'light', align: 'center' },
    { kind: 'button', on: 'banner', text: 'And with a line', href: 'https://x.test/', style: 'outline', align: 'center' },
  ],
  columns: [
    { kind: 'columns', columns: [LEAF, LEAF] },
    { kind: 'columns', columns: [LEAF, LEAF, LEAF] },
    { kind: 'columns', widths: [1, 2], columns: [LEAF, [{ kind: 'text', text: `<p>${TEXT}</p><p>${TEXT}</p>` }]] },
    {
      kind: 'columns',
      stack: false,
      on: 'page',
      columns: [[{ kind: 'heading', level: 3, text: '[LIST_NAME]' }], [{ kind: 'text', align: 'right', text: '[DATE]' }]],
    },
  ],
  condition: [
    { kind: 'heading', level: 1, text: 'Walks near you' },
    { kind: 'condition', field: 'CITY', operator: 'is', value: 'Berlin & [Potsdam]',
      blocks: [{ kind: 'text', text: `${TEXT} [CITY]` }, { kind: 'button', text: 'In Berlin', href: 'https://x.test/' }],
    },
    { kind: 'condition', field: 'CITY', operator: 'empty', on: 'tint',
      blocks: [{ kind: 'heading', level: 2, text: 'Where do you live?' }, { kind: 'text', text: TEXT }],
    },
    { kind: 'condition', field: 'AGE', operator: 'less', value: '18', on: 'banner',
      blocks: [{ kind: 'image', src: PICTURE, alt: 'A mill', full: true }, { kind: 'heading', level: 2, text: 'Young?' }],
    },
    { kind: 'condition', field: 'EMAIL_DOMAIN', operator: 'is', value: 'x.test', on: 'page', blocks: [{ kind: 'footer' }] },
  ],
  'condition-columns': [
    { kind: 'heading', level: 1, text: 'Walks near you' },
    { kind: 'condition', field: 'CITY', operator: 'is', value: 'Berlin & [Potsdam]',
      blocks: [
        { kind: 'columns', columns: [LEAF, LEAF] },
        { kind: 'text', text: `${TEXT} [CITY]` },
        { kind: 'columns', widths: [1, 2], columns: [LEAF, [{ kind: 'text', text: TEXT }]] },
      ],
    },
    { kind: 'condition', field: 'CITY', operator: 'empty', on: 'banner',
      blocks: [{ kind: 'columns', columns: [LEAF, LEAF, [{ kind: 'heading', level: 3, text: 'Where do you live?' }]] }],
    },
    { kind: 'condition', field: 'AGE', operator: 'less', value: '18', on: 'tint',
      blocks: [{ kind: 'heading', level: 2, text: 'Young?' }, { kind: 'columns', columns: [LEAF, LEAF] }],
    },
    { kind: 'condition', field: 'EMAIL_DOMAIN', operator: 'is', value: 'x.test', on: 'page',
      blocks: [
        { kind: 'columns', stack: false,
          columns: [[{ kind: 'text', text: '[LIST_NAME]' }], [{ kind: 'text', align: 'right', text: '[DATE]' }]],
        },
        { kind: 'footer' },
      ],
    },
  ],
  divider: [
    { kind: 'text', text: TEXT },
    { kind: 'divider' },
    { kind: 'text', text: TEXT },
    { kind: 'divider', thickness: 3, color: 'text' },
    { kind: 'divider', thickness: 2, color: 'accent', space: 8 },
  ],
  space: [
    { kind: 'text', text: 'Above' },
    { kind: 'space', height: 80 },
    { kind: 'text', text: 'Below', space: 0 },
  ],
  social: [
    { kind: 'text', text: TEXT },
    { kind: 'social', website: 'https://x.test', instagram: 'https://x.test/i', mastodon: 'https://x.test/m?a=1&b=2' },
    { kind: 'social', on: 'page', align: 'center', facebook: 'https://x.test/f', x: 'https://x.test/x' },
  ],
  product: [
    { kind: 'product', title: 'The big mug', text: 'Red, for <strong>half a litre</strong> of tea.', src: PICTURE,
      alt: 'A red mug', price: '€ 14.40', old_price: '€ 18', href: 'https://x.test/?p=mug', more: 'To the shop',
    },
    { kind: 'product', title: 'Without a picture', price: '€ 1,234,567.00', label: 'NEW' },
    { kind: 'product', title: '[XML_FEED_ITEM_TITLE]', label: '[XML_FEED_ITEM_PUBDATE]', more: 'Read it',
      text: '[XML_FEED_ITEM_DESCRIPTION]', href: '[XML_FEED_ITEM_LINK]', feed: 'xml',
      feed_url: 'https://x.test/feed.xml', feed_count: 6, feed_days: 7,
    },
  ],
  html: [
    { kind: 'text', text: TEXT },
    { kind: 'html', html: '<table width="100%"><tr><td style="border:1px solid">A table of one’s own, [EMAIL]</td></tr>' },
    { kind: 'html', html: '</td></tr></table><b>never closed<script>x()</script>' },
    { kind: 'text', text: TEXT },
  ],
  footer: [
    { kind: 'text', text: TEXT },
    { kind: 'footer' },
    { kind: 'footer', align: 'left', text: 'Its own: <a href="[UNSUBSCRIBE_URL]">Leave</a>' },
  ],
  grounds: [
    { kind: 'heading', on: 'banner', level: 1, text: 'A banner', align: 'center' },
    { kind: 'text', on: 'banner', text: `${TEXT} <a href="https://x.test/">A link</a>`, align: 'center' },
    { kind: 'text', on: 'banner', size: 'code', text: 'SPRING20', align: 'center' },
    { kind: 'text', text: TEXT },
    { kind: 'heading', on: 'tint', level: 2, text: 'Set apart' },
    { kind: 'text', on: 'tint', color: 'muted', text: TEXT },
    { kind: 'button', on: 'tint', text: 'Choose your day', href: 'https://x.test/' },
    { kind: 'text', text: TEXT },
    { kind: 'text', on: 'page', size: 'small', text: 'On the page', align: 'center' },
    { kind: 'footer' },
  ],
};
