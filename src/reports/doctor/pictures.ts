// Whether templates are shown with pictures that a browser makes, or with their outlines.
import { findBrowser } from '../../browser/find.ts';
import { probeBrowser } from '../../browser/render.ts';
import { givenUpPictures } from '../../templates/gallery/due.ts';
import { type Examined, type Finding, good, PATIENCE_MS, warning } from './finding.ts';

/** Counted up to here: what is said is that there are many. */
const MANY = 100;
const DOCUMENTED = 'Meanwhile, templates are shown as drawn outlines: docs/templates.md.';

/** Makes a picture of a page of ours, as it would of a template. */
export async function checkPictures({ db, browser: setting }: Examined): Promise<Finding[]> {
  const found = findBrowser(setting);
  if (found.state === 'off' || found.state === 'none') {
    const [code, why] =
      found.state === 'off' ? ['pictures-off', 'MAILWRIGHT_BROWSER is off'] : ['pictures-none', 'no browser is found'];
    return [good('pictures', [code, `Templates are shown as drawn outlines: ${why}.`])];
  }
  const { path } = found;
  if (found.state === 'missing') {
    const text = `MAILWRIGHT_BROWSER names ${path}, but there is no browser there.`;
    return [warning('pictures', ['pictures-missing', text, { path }], DOCUMENTED)];
  }
  const reason = await probeBrowser(path, { patienceMs: PATIENCE_MS });
  if (reason !== undefined) {
    const text = `The browser ${path} cannot make template thumbnails: ${reason}`;
    return [warning('pictures', ['pictures-fail', text, { path, reason }], DOCUMENTED)];
  }
  const findings = [good('pictures', ['pictures-work', `${path} makes the template thumbnails.`, { path }])];
  const { count, fault } = await givenUpPictures(db, MANY);
  if (count === 0) return findings;
  const templates = count === 1 ? 'one template' : `${count === MANY ? `${MANY} or more` : count} templates`;
  const text = `The browser cannot make thumbnails of ${templates}: ${fault}`;
  const advice = 'They are shown as drawn outlines. Each is tried again when it is changed.';
  return [...findings, warning('pictures', ['pictures-given-up', text, { count, fault }], advice)];
}
