// What the public pages say, in English. The shape of this object is what every other language has to fill.

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
};

/** What a language has to say. */
export type Texts = typeof en;
