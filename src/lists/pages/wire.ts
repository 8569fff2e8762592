// Reads the settings of a list's public pages from requests and shows them in answers.
import { z } from 'zod';
import { type FormObject, isFormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, yesNo } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { colorOf, PAGE_LANGUAGES, PAGE_LIMITS, type PageColors, type PageSettings, pageOrigin } from './settings.ts';

const LANGUAGES = ['auto', ...PAGE_LANGUAGES] as const;
const COLORS = ['background', 'text', 'accent'] as const;

const ABOUT_CAPTCHA =
  'Whether the subscribe form requires a proof of work from the visitor’s browser (ALTCHA). Needs https and JavaScript there.';

/** A picture of our own has the scheme of the pages that show it. */
const LOGO = /^(?:https:|http:\/\/[^/]+\/files\/[0-9a-f]{64}\.(?:png|jpg|gif|webp)$)/i;

const members = optional({
  title: declare.line('Heading of every page; if empty, the display name of the list. One line.', {
    max: PAGE_LIMITS.title,
  }),
  intro: declare.text('Plain text above the subscribe form.', { max: PAGE_LIMITS.intro }),
  logo_url: address('Absolute https address of an image, or that of an image stored here, as returned by `/media`.', {
    scheme: LOGO,
    called: 'https',
  }),
  language: declare.oneOf('`auto`: the language that the visitor’s browser asks for.', LANGUAGES, {
    fold: declare.lower,
  }),
  archive: declare.yesNo('Whether anyone may read what a public list was sent.', { default: 'no' }),
  captcha: declare.yesNo(ABOUT_CAPTCHA, { default: 'no' }),
  redirect_url: address('Absolute address that people are sent to after confirming.', {
    scheme: /^https?:/i,
    called: 'http or https',
  }),
});
const COLOR = '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))?$';
const ABOUT_COLOR = '#rrggbb; if empty, the default color. Text on it is kept readable.';
const colorMembers = optional({
  background: color('Background.'),
  text: color('Texts.'),
  accent: color('Buttons and links.'),
});

function color(about: string) {
  return declare.text(`${about} ${ABOUT_COLOR}`, {
    check: (sent, label) => (colorOf(sent) === undefined ? say('member-color', { label }) : undefined),
    json: { pattern: COLOR },
  });
}

function address(about: string, { scheme, called }: { scheme: RegExp; called: string }) {
  return declare.text(about, {
    max: PAGE_LIMITS.url,
    check: (sent, label) =>
      scheme.test(sent) && pageOrigin(sent) !== undefined ? undefined : say('member-absolute', { label, called }),
  });
}

/**
 * Reads the settings of a request: absent members stay as they are, null and empty text restore the
 * default.
 * @throws AppError `invalid` with every faulty member at once
 */
export function readPages(sent: FormObject, before: PageSettings, defaults: PageSettings): PageSettings {
  const { values, faults } = readMembers(members, sent);
  const given = <T>(member: string, value: T | undefined, stands: T, byDefault: T): T =>
    value ?? (isBlank(sent, member) ? byDefault : stands);
  const colors = readColors(sent, before.colors, defaults.colors, faults);
  throwFaults(faults);
  const archive = values.archive === undefined ? undefined : values.archive === 'yes';
  const captcha = values.captcha === undefined ? undefined : values.captcha === 'yes';
  return {
    title: given('title', values.title, before.title, defaults.title),
    intro: given('intro', values.intro, before.intro, defaults.intro),
    colors,
    logoUrl: given('logo_url', values.logo_url, before.logoUrl, defaults.logoUrl),
    language: given('language', values.language, before.language, defaults.language),
    archive: given('archive', archive, before.archive, defaults.archive),
    captcha: given('captcha', captcha, before.captcha, defaults.captcha),
    redirectUrl: given('redirect_url', values.redirect_url, before.redirectUrl, defaults.redirectUrl),
  };
}

function readColors(sent: FormObject, before: PageColors, defaults: PageColors, faults: Faults): PageColors {
  const block = sent['colors'];
  if (isBlank(sent, 'colors')) return defaults;
  if (block === undefined) return before;
  if (!isFormObject(block)) {
    faults['colors'] = say('list-colors');
    return before;
  }
  const read = readMembers(colorMembers, block, 'colors.');
  Object.assign(faults, read.faults);
  const colors = COLORS.map((name) => {
    const value = read.values[name];
    return [name, value === undefined ? (isBlank(block, name) ? defaults : before)[name] : (colorOf(value) ?? '')];
  });
  return Object.fromEntries(colors) as PageColors;
}

function isBlank(sent: FormObject, member: string): boolean {
  const value = sent[member];
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** The settings in an answer; an empty text means the default. */
export function toWirePages(settings: PageSettings) {
  return {
    title: settings.title,
    intro: settings.intro,
    colors: settings.colors,
    logo_url: settings.logoUrl,
    language: settings.language,
    archive: settings.archive ? 'yes' : 'no',
    captcha: settings.captcha ? 'yes' : 'no',
    redirect_url: settings.redirectUrl,
  };
}

const shownColor = (about: string) => z.string().regex(new RegExp(COLOR)).describe(`${about} ${ABOUT_COLOR}`);

const record = whenNeeded(() =>
  z
    .strictObject({
      title: said('Heading of every page; if empty, the display name of the list.'),
      intro: said('Plain text above the subscribe form; empty if none.'),
      colors: z
        .strictObject({
          background: shownColor('Background.'),
          text: shownColor('Texts.'),
          accent: shownColor('Buttons and links.'),
        })
        .describe('Colors of the pages.'),
      logo_url: said('Address of an image; empty if none.'),
      language: z.enum(LANGUAGES).describe('`auto`: the language that the visitor’s browser asks for.'),
      archive: yesNo('Whether anyone may read what a public list was sent.'),
      captcha: yesNo(ABOUT_CAPTCHA),
      redirect_url: said('Where people are sent after confirming; if empty, to our own page.'),
    })
    .meta({ id: 'ListPages', description: 'Appearance and texts of a list’s public pages.' }),
);

export const pagesAnswer = recordOf(record);

export const pagesBody = whenNeeded(() =>
  z
    .object({
      ...members,
      colors: z.object(colorMembers).nullish().describe('Colors of the pages, each as #rgb or #rrggbb.'),
    })
    .meta({
      id: 'ListPagesChanges',
      description:
        'Send the members at the top level or under `pages`. Absent members stay unchanged; empty or null ones get the default.',
    }),
);
