// Texts of the public pages in English. Every other language has to fill the shape of this object.

import type { ContentRule } from '../../lists/fields/types/text.ts';
import type { FieldRules } from '../../lists/fields/types.ts';

const EN_CONTENT: Record<ContentRule, string> = {
  alpha: 'lowercase letters from a to z',
  alpha_ci: 'letters from a to z',
  alphanum: 'lowercase letters from a to z and digits',
  alphanum_ci: 'letters from a to z and digits',
  alphanumext: 'lowercase letters from a to z, digits, spaces, hyphens, underscores and dots',
  alphanumext_ci: 'letters from a to z, digits, spaces, hyphens, underscores and dots',
};

export const en = {
  language: 'en',
  dir: 'ltr',

  common: {
    notFound: 'Not found',
    unknownLink: 'This link does not work: part of it may be missing, or the page it led to no longer exists.',
    wentWrong: 'Something went wrong',
    tryAgain: 'Please try again in a moment.',
    notUnderstood: 'That did not work',
    badRequest: 'The request could not be understood.',
    gone: 'This address is no longer on the list.',
    error: 'Error',
    required: 'required',
    leaveEmpty: 'Please leave this empty',
    pleaseChoose: 'Please choose',
    checkEntries: (n: number) => (n === 1 ? 'Please check one field' : `Please check ${n} fields`),
  },

  guard: {
    again: 'Please check your details once more and send the form.',
    early: 'That was very quick. Please check your details once more and send the form.',
    tooMany: 'Too many requests',
    tooManyText: 'There have been many requests from your network. Please try again in a few minutes.',
  },

  captcha: {
    label: 'I am not a robot',
    verifying: 'Your browser is checking …',
    verified: 'Checked',
    wait: 'Your browser is still checking. Please wait a moment.',
    failed: 'The check failed. Please tick the box again.',
    expired: 'The check has expired. Please tick the box again.',
    noScript:
      'This form is protected against robots by a check that runs in your browser. It needs JavaScript: please turn it on for this page, then reload it.',
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
        `Please use ${min_length} to ${max_length} characters${content === undefined ? '' : `, ${EN_CONTENT[content]} only`}${regex !== undefined ? ', in the required format' : ''}.`,
      option: 'Please choose one of the options.',
      date: 'Please enter a date.',
      datetime: 'Please enter a date and a time.',
      year: ({ year_start, year_end }: FieldRules) => `Please enter a year from ${year_start} to ${year_end}.`,
      rating: ({ max_stars }: FieldRules) => `Please choose from 1 to ${max_stars}.`,
      phone: 'Please enter a phone number, with the country code if it is a foreign one.',
      email: 'Please enter an email address, such as name@example.com.',
      url: 'Please enter a web address that is allowed here, such as https://example.com.',
      country: 'Please choose a country.',
      state: 'Please enter a state or province of the country, in English.',
      line: 'Please use one line of at most 255 characters.',
    },
  },

  subscribe: {
    heading: (list: string) => `Subscribe to ${list}`,
    button: 'Subscribe',
    doneTitle: 'Thank you',
    doneDouble:
      'Please check your inbox: if your address is not on the list yet, an email with a confirmation link is on its way. You are on the list only after confirming.',
    doneSingle:
      'We have received your address. If you had unsubscribed from the list before, please check your inbox: an email with a confirmation link is on its way.',
    nothingCame:
      'Nothing arrived? Please check your spam folder, too. Addresses that are already on the list get no email.',
  },

  confirm: {
    heading: (list: string) => `Confirm your subscription to ${list}`,
    text: (address: string) => `Press the button to get emails from this list at ${address}.`,
    button: 'Confirm my subscription',
    nothingYet: 'Nothing happens until you press the button. If you did not ask for this, just close the page.',
    doneTitle: 'Your subscription is confirmed',
    doneText: (list: string, address: string) => `You will get emails from ${list} at ${address}.`,
    update: 'Update your details',
    closedTitle: 'There is nothing to confirm',
    closedText: 'This address is not waiting to be confirmed. If you want to be on the list, please subscribe again.',
    subscribe: 'Subscribe',
  },

  profile: {
    heading: 'Your details',
    text: (list: string) => `This is what ${list} knows about you.`,
    address: 'Email address',
    addressHelp: 'The address cannot be changed here: subscribe with the new one and unsubscribe this one.',
    button: 'Save',
    saved: 'Your details are saved.',
  },

  unsubscribe: {
    title: (list: string) => `Unsubscribe from ${list}`,
    question: (list: string) => `Unsubscribe from ${list}?`,
    willStop: 'No more emails from this list will be sent to',
    why: 'Tell us why (optional)',
    reason: 'Why are you leaving?',
    reasons: {
      tooMany: 'I get too many emails',
      noInterest: 'They no longer interest me',
      notAsked: 'I did not ask for these emails',
      unreadable: 'They are hard to read',
      other: 'Another reason',
    },
    note: 'What could we do better?',
    button: 'Unsubscribe',
    unchanged: 'Nothing changes until you press the button.',
    instead: 'Choose which emails you get instead',
    done: 'You are unsubscribed',
    stopped: (list: string) => `No more emails from ${list} will be sent to`,
    mistake: 'Was that a mistake?',
    back: 'Subscribe again',
    welcomeBack: 'You are subscribed again',
    goesOn: (list: string) => `Emails from ${list} will again be sent to`,
  },

  preferences: {
    title: 'Your subscriptions',
    lead: 'These are the emails that are or were sent to',
    lists: 'What would you like to get?',
    none: 'We send no emails to this address.',
    save: 'Save',
    all: 'Unsubscribe from everything',
    saved: 'Your choices are saved.',
    allGone: 'You are unsubscribed from everything.',
  },

  forward: {
    title: 'Forward to a friend',
    lead: (subject: string) =>
      `Send “${subject}” to people who may like it. We do not keep their addresses for anything else.`,
    to: 'Email addresses',
    toHelp: 'One to five, separated by commas.',
    name: 'Your name',
    note: 'A few words from you (optional)',
    noteHelp: 'No web or email addresses, please.',
    send: 'Send',
    sent: 'It is on its way',
    sentText: 'Thank you. Your friends will get an email with the link.',
    faults: {
      noAddress: 'Please enter at least one email address.',
      tooManyAddresses: 'Please enter at most five email addresses.',
      badAddress: (address: string) => `“${address}” is not a valid email address.`,
      noName: 'Please tell your friends who you are.',
      address: 'Please leave out web and email addresses.',
      tooLong: (max: number) => `Please use at most ${max} characters.`,
    },
    tooMany: 'That is enough for today',
    tooManyText: 'You have forwarded a lot of emails today. Please continue tomorrow.',
    mailSubject: (name: string) => `${name} recommends an email to you`,
    mailLead: (name: string, subject: string) => `${name} thought you might like this email: “${subject}”`,
    mailSays: (name: string) => `${name} writes:`,
    mailRead: 'Read it',
    mailWhy:
      'You get this email once, because someone entered your address on our page. You have not been added to any list.',
  },

  abuse: {
    title: 'Report this email',
    lead: (list: string) =>
      `Tell us what is wrong with the email from ${list}. You will get no more emails from this list.`,
    address: 'The email was sent to',
    reason: 'What is wrong?',
    reasons: {
      notAsked: 'I did not ask for it',
      misleading: 'It claims to be from someone else',
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
    none: 'Nothing has been sent yet.',
    untitled: 'No subject',
    older: 'Older emails',
    newest: 'Newest emails',
    feed: 'Feed (RSS)',
    subscribe: 'Subscribe',
    description: (list: string) => `Emails from ${list}`,
  },

  report: {
    title: (campaign: string) => `Report: ${campaign}`,
    figure: 'Metric',
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
      '“Accepted” is a share of the audience; all others are shares of the people whose mail server accepted the email. Opens and clicks by machines are not counted.',
    links: 'Clicked links',
    link: 'Link',
  },
};

/** The texts of a language. */
export type Texts = typeof en;
