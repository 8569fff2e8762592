// What the public pages say, in English. The shape of this object is what every other language has to fill.

import type { ContentRule } from '../../lists/field-rules.ts';

const EN_CONTENT: Record<ContentRule, string> = {
  alpha: 'lower case letters from a to z',
  alpha_ci: 'letters from a to z',
  alphanum: 'lower case letters from a to z and digits',
  alphanum_ci: 'letters from a to z and digits',
  alphanumext: 'lower case letters from a to z, digits, spaces, hyphens, underscores and dots',
  alphanumext_ci: 'letters from a to z, digits, spaces, hyphens, underscores and dots',
};

export const en = {
  language: 'en',
  dir: 'ltr',

  common: {
    notFound: 'Not found',
    unknownLink: 'This link is not known here. Perhaps a part of it was lost on the way.',
    wentWrong: 'Something went wrong',
    tryAgain: 'Please try again in a moment.',
    notUnderstood: 'That did not work',
    badRequest: 'The request could not be understood.',
    gone: 'This address is not on the list any more.',
    error: 'Error',
    required: 'required',
    leaveEmpty: 'Please leave this empty',
    pleaseChoose: 'Please choose',
    checkEntries: (n: number) => (n === 1 ? 'Please check one entry' : `Please check ${n} entries`),
  },

  guard: {
    again: 'Please look at your details once more and send the form.',
    early: 'That was very quick. Please look at your details once more and send the form.',
    tooMany: 'Too many requests',
    tooManyText: 'There were many requests from your network. Please try again in a few minutes.',
  },

  fields: {
    blank: 'Please fill this in.',
    choose: 'Please choose.',
    tick: 'Please tick this box.',
    noAnswer: 'No answer',
    text: (min: number, max: number, content: ContentRule | undefined, hasForm: boolean) =>
      `Please use ${min} to ${max} characters${content === undefined ? '' : `, ${EN_CONTENT[content]} only`}${hasForm ? ', in the form that is asked for' : ''}.`,
    option: 'Please choose from what is offered.',
    date: 'Please give a date.',
    datetime: 'Please give a date and a time.',
    year: (from: number, to: number) => `Please give a year from ${from} to ${to}.`,
    rating: (most: number) => `Please choose from 1 to ${most}.`,
    stars: (n: number) => (n === 1 ? '1 star' : `${n} stars`),
    phone: 'Please give a phone number, with the country code if it is a foreign one.',
    email: 'Please give an email address, like name@example.com.',
    url: 'Please give a web address that may be used here, like https://example.com.',
    country: 'Please choose a country.',
    state: 'Please give a state or province of the country, in English.',
    line: 'Please use one line of at most 255 characters.',
  },

  subscribe: {
    heading: (list: string) => `Subscribe to ${list}`,
    button: 'Subscribe',
    doneTitle: 'Thank you',
    doneDouble:
      'Please look into your mailbox: if your address is not on the list yet, a mail with a link to confirm is on its way. Only after that you are on the list.',
    doneSingle:
      'Your address was taken. If it was on the list before and had left, please look into your mailbox: a mail with a link to confirm is on its way.',
    nothingCame: 'Nothing came? Please look into the folder for spam, too. Who is on the list already gets no mail.',
  },

  confirm: {
    heading: (list: string) => `Confirm your subscription to ${list}`,
    text: (address: string) => `Press the button, and mail from this list will come to ${address}.`,
    button: 'Confirm my subscription',
    nothingYet: 'Nothing happens until you press the button. If you did not ask for this, just close the page.',
    doneTitle: 'Your subscription is confirmed',
    doneText: (list: string, address: string) => `Mail from ${list} will come to ${address}.`,
    update: 'Update your details',
    closedTitle: 'There is nothing to confirm',
    closedText: 'This address is not waiting to be confirmed. If you want to be on the list, please subscribe anew.',
    subscribe: 'Subscribe',
  },

  profile: {
    heading: 'Your details',
    text: (list: string) => `This is what ${list} knows about you.`,
    address: 'Email address',
    addressHelp: 'The address cannot be changed here: subscribe with the new one, and unsubscribe this one.',
    button: 'Save',
    saved: 'Your details are saved.',
  },
};

/** What a language has to say. */
export type Texts = typeof en;
