// A campaign's message, compiled as for delivery.
import { compileMessage } from '../../src/mail/mime/compile.ts';

/** Compiles HTML with tracked links and an open pixel, and plain text made from it. */
export const compileNews = (html: string) =>
  compileMessage({
    fromName: 'Example Shop',
    fromEmail: 'news@shop.example',
    toName: '[FNAME] [LNAME]',
    replyTo: 'answers@shop.example',
    subject: 'News for [FNAME]',
    html,
    text: null,
    plainTextEmail: true,
    trackLinks: true,
    inlineCss: false,
    openPixel: true,
    isKnownTag: () => true,
    filesUrl: 'https://mail.example/files',
    listId: 'ab123456.mail.example',
    feedbackId: 'campaign:customer:list:mailwright',
  });
