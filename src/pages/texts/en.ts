// Texts of the public pages in English. Every other language has to fill the shape of this object.

import type { ContentRule } from '../../lists/fields/types/text.ts';
import type { FieldRules } from '../../lists/fields/types.ts';

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
    unknownLink: 'This link leads nowhere: a part of it was lost on the way, or what it led to is not there any more.',
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

  captcha: {
    label: 'I am not a robot',
    verifying: 'Your browser is checking …',
    verified: 'Checked',
    wait: 'Your browser is still checking. Please wait a moment.',
    failed: 'The check did not work. Please tick the box again.',
    expired: 'The check is too old. Please tick the box again.',
    noScript:
      'This form is protected against robots by a check that your browser does itself. It needs JavaScript: please switch it on for this page and load it again.',
    again: 'Please tick the box “I am not a robot” and send the form once more.',
  },

  fields: {
    blank: 'Please fill this in.',
    choose: 'Please choose.',
    tick: 'Please tick this box.',
    noAnswer: 'No answer',
    stars: (n: number) => (n === 1 ? '1 star' : `${n} stars`),
    /**
     * What to give instead of a value that does not fit, by the name that its type gives
     * (`expects`).
     */
    expects: {
      text: ({ min_length, max_length, content_rule: content, content_regex: regex }: FieldRules) =>
        `Please use ${min_length} to ${max_length} characters${content === undefined ? '' : `, ${EN_CONTENT[content]} only`}${regex !== undefined ? ', in the form that is asked for' : ''}.`,
      option: 'Please choose from what is offered.',
      date: 'Please give a date.',
      datetime: 'Please give a date and a time.',
      year: ({ year_start, year_end }: FieldRules) => `Please give a year from ${year_start} to ${year_end}.`,
      rating: ({ max_stars }: FieldRules) => `Please choose from 1 to ${max_stars}.`,
      phone: 'Please give a phone number, with the country code if it is a foreign one.',
      email: 'Please give an email address, like name@example.com.',
      url: 'Please give a web address that may be used here, like https://example.com.',
      country: 'Please choose a country.',
      state: 'Please give a state or province of the country, in English.',
      line: 'Please use one line of at most 255 characters.',
    },
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

  unsubscribe: {
    title: (list: string) => `Unsubscribe from ${list}`,
    question: (list: string) => `Unsubscribe from ${list}?`,
    willStop: 'No more mail from this list will come to',
    why: 'Tell us why (optional)',
    reason: 'Why are you leaving?',
    reasons: {
      tooMany: 'I get too many mails',
      noInterest: 'They do not interest me any more',
      notAsked: 'I did not ask for these mails',
      unreadable: 'They are hard to read',
      other: 'Another reason',
    },
    note: 'What could we do better?',
    button: 'Unsubscribe',
    unchanged: 'Nothing changes until you press the button.',
    instead: 'Choose which mails you get instead',
    done: 'You are unsubscribed',
    stopped: (list: string) => `No more mail from ${list} will come to`,
    mistake: 'Was that a mistake?',
    back: 'Subscribe again',
    welcomeBack: 'You are subscribed again',
    goesOn: (list: string) => `Mail from ${list} comes again to`,
  },

  preferences: {
    title: 'Your subscriptions',
    lead: 'These are the mails that come, or came, to',
    lists: 'What would you like to get?',
    none: 'No mails from us come to this address.',
    save: 'Save',
    all: 'Unsubscribe from everything',
    saved: 'Your choice is saved.',
    allGone: 'You are unsubscribed from everything.',
  },

  forward: {
    title: 'Forward to a friend',
    lead: (subject: string) =>
      `Send “${subject}” to people who may like it. We do not keep their addresses for anything else.`,
    to: 'Email addresses',
    toHelp: 'One to five, with commas between them.',
    name: 'Your name',
    note: 'A few words from you (optional)',
    noteHelp: 'No web or email addresses, please.',
    send: 'Send',
    sent: 'It is on its way',
    sentText: 'Thank you. Your friends get a mail with the link.',
    faults: {
      noAddress: 'Please give at least one email address.',
      tooManyAddresses: 'Please give five email addresses at most.',
      badAddress: (address: string) => `“${address}” is not a valid email address.`,
      noName: 'Please tell your friends who you are.',
      address: 'Please leave out web and email addresses.',
      tooLong: (max: number) => `Please use ${max} characters at most.`,
    },
    tooMany: 'That is enough for today',
    tooManyText: 'You have forwarded a lot of mails today. Please go on tomorrow.',
    mailSubject: (name: string) => `${name} recommends a mail to you`,
    mailLead: (name: string, subject: string) => `${name} thought that you might like this mail: “${subject}”`,
    mailSays: (name: string) => `${name} writes:`,
    mailRead: 'Read it',
    mailWhy: 'You get this once, because somebody gave your address on our page. You are on no list for it.',
  },

  abuse: {
    title: 'Report this mail',
    lead: (list: string) =>
      `Tell us what is wrong with the mail from ${list}. You get no more mail from this list then.`,
    address: 'The mail came to',
    reason: 'What is wrong?',
    reasons: {
      notAsked: 'I did not ask for it',
      misleading: 'It says that it is from somebody else',
      offensive: 'It is offensive or forbidden',
      other: 'Something else',
    },
    note: 'What should we know? (optional)',
    button: 'Report',
    choose: 'Please choose what is wrong.',
    done: 'Thank you for telling us',
    doneText: (list: string) => `We have noted your report. No more mail from ${list} will come to`,
  },

  archive: {
    title: (list: string) => `Archive of ${list}`,
    none: 'Nothing was sent yet.',
    untitled: 'Without a subject',
    older: 'Older mails',
    newest: 'Newest mails',
    feed: 'Feed (RSS)',
    subscribe: 'Subscribe',
    description: (list: string) => `Mails from ${list}`,
  },

  report: {
    title: (campaign: string) => `Report: ${campaign}`,
    figure: 'Figure',
    people: 'People',
    share: 'Share',
    audience: 'Audience',
    accepted: 'Accepted',
    opened: 'Opened',
    clicked: 'Clicked',
    unsubscribed: 'Unsubscribed',
    bounced: 'Bounced',
    going: 'still being sent',
    howCounted:
      '“Accepted” is a share of the audience, all others are shares of those accepted: whose mail server took the mail. Opens and clicks by machines are not counted.',
    links: 'Clicked links',
    link: 'Link',
  },
};

/** The texts of a language. */
export type Texts = typeof en;
