// The page of a shared report.
import { html } from '../../http/html.ts';
import { sharesIn } from '../../kernel/text/shares.ts';
import { bouncesOf } from '../../reports/campaign/report.ts';
import type { SharedReport } from '../../reports/shared/shared.ts';
import type { Frame, FramedPage } from '../frame.ts';

/** The page with these figures. Opens and clicks are those of people, without machines. */
export function reportPage({ texts }: Frame, shared: SharedReport): FramedPage {
  const { name, subjects, sentAt, isGoing, customer, counts, links } = shared;
  const { report, language } = texts;
  const number = new Intl.NumberFormat(language);
  const share = sharesIn(language, 1); // as the report itself has it
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: customer.time_zone });
  const { audience, accepted } = counts;
  const figure = (label: string, people: number, whole: number) =>
    html`<tr><th scope="row">${label}</th><td>${number.format(people)}</td><td>${whole > 0 && share(people, whole)}</td>
<td aria-hidden="true">${whole > 0 && html`<progress max="${whole}" value="${Math.min(people, whole)}"></progress>`}</td></tr>`;
  return {
    title: report.title(name),
    body: html`<h1>${name}</h1>
<p class="quiet">${subjects.map((subject) => html`${subject}<br>`)}<time datetime="${new Date(sentAt).toISOString()}">${day.format(sentAt)}</time>${isGoing && html` · ${report.going}`}</p>
<table class="figures"><thead><tr><th scope="col">${report.figure}</th><th scope="col">${report.people}</th><th scope="col" colspan="2">${report.share}</th></tr></thead><tbody>
${figure(report.audience, audience, 0)}
${figure(report.accepted, accepted, audience)}
${figure(report.opened, counts.filtered_unique_opens, accepted)}
${figure(report.clicked, counts.filtered_unique_clicks, accepted)}
${figure(report.unsubscribed, counts.unsubscribes, accepted)}
${figure(report.bounced, bouncesOf(counts), accepted)}
</tbody></table>
<p class="quiet small">${report.howCounted}</p>
${
  links.length > 0 &&
  html`<h2>${report.links}</h2>
<table class="figures"><thead><tr><th scope="col">${report.link}</th><th scope="col">${report.people}</th></tr></thead><tbody>
${links.map(({ url, people }) => html`<tr><th scope="row">${url}</th><td>${number.format(Number(people))}</td></tr>`)}
</tbody></table>`
}`,
  };
}
