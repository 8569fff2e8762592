// The page of a list's archive.
import { html } from '../../http/html.ts';
import type { Frame, FramedPage } from '../frame.ts';

/** A campaign in the archive. `at`: when its sending began, ms. */
export type ArchiveEntry = { uid: string; subject: string; at: number; url: string };

type ArchiveLinks = {
  entries: readonly ArchiveEntry[];
  timeZone: string;
  feedUrl: string;
  subscribeUrl: string;
  /** Addresses of other pages; undefined when there are none. */
  newest: string | undefined;
  older: string | undefined;
};

/** The page with these campaigns. */
export function archivePage({ title, texts }: Frame, around: ArchiveLinks): FramedPage {
  const { archive, language } = texts;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: around.timeZone });
  const entries = around.entries.map(
    ({ subject, at, url }) =>
      html`<li><a href="${url}">${subject || archive.untitled}</a><br>
<time class="quiet small" datetime="${new Date(at).toISOString()}">${day.format(at)}</time></li>`,
  );
  const link = (url: string | undefined, text: string) => url !== undefined && html` <a href="${url}">${text}</a>`;
  return {
    title: archive.title(title),
    isPublic: true,
    feedUrl: around.feedUrl,
    body: html`<h1>${archive.title(title)}</h1>
${entries.length > 0 ? html`<ul class="plain">${entries}</ul>` : html`<p>${archive.none}</p>`}
${(around.newest ?? around.older) !== undefined && html`<nav class="row">${link(around.newest, archive.newest)}${link(around.older, archive.older)}</nav>`}
<p class="row"><a href="${around.subscribeUrl}">${archive.subscribe}</a> <a href="${around.feedUrl}">${archive.feed}</a></p>`,
  };
}
