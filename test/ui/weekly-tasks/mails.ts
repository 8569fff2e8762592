// Tasks of a week about mails and what came of them.
import { dialogOf, follow, openCampaign, press, rooms, type Task } from './steps.ts';

export const MAILS: readonly Task[] = [
  {
    name: 'Write a mail of blocks',
    clicks: 4,
    async do(page) {
      await press(page, 'New campaign');
      await dialogOf(page).getByLabel('Name', { exact: true }).fill('Spring');
      await press(page, 'Create');
      await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
      await page.getByLabel('Subject').fill('Spring is here');
      await press(page, 'A few blocks');
      await page
        .getByRole('list', { name: 'Blocks of the mail' })
        .getByRole('button', { name: /^Heading/ })
        .click();
      const heading = page.getByRole('textbox', { name: 'Heading' });
      await heading.press('Control+A');
      await heading.pressSequentially('Spring is here');
      await page.getByText('All changes are saved').waitFor();
    },
  },
  {
    name: 'Look at it as the next person, on a phone',
    clicks: 3,
    async do(page) {
      await openCampaign(page, 'Autumn');
      await press(page, 'Next person');
      await page.getByRole('region', { name: 'Preview' }).getByText('Phone', { exact: true }).click();
    },
  },
  {
    name: 'Send a test to oneself',
    clicks: 3,
    async do(page) {
      await openCampaign(page, 'Autumn');
      await press(page, 'Test and send…');
      await page.getByText(/checks? passed/).waitFor(); // checks that come move what is below them
      await press(page, 'Send test');
      await page.getByText('The test is on its way').waitFor();
    },
  },
  {
    name: 'Schedule a mail',
    clicks: 4,
    async do(page) {
      await openCampaign(page, 'Winter');
      await page.getByRole('radio', { name: 'At a set time' }).click();
      await page.getByLabel('Date and time').fill('2036-12-01T09:00');
      await page.getByText('All changes are saved').waitFor();
      await press(page, 'Test and send…');
      await dialogOf(page)
        .getByRole('button', { name: /^Schedule for/ })
        .click();
      await dialogOf(page).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'Try two subjects',
    clicks: 3,
    async do(page) {
      await openCampaign(page, 'Summer');
      await press(page, 'Test variants…');
      await dialogOf(page).getByLabel('Subject of B').fill('Another subject');
      await press(page, 'Add variant B');
      await page.getByRole('list', { name: 'Variants' }).getByRole('link', { name: 'Another subject' }).waitFor();
    },
  },
  {
    name: 'Take last week’s mail once more',
    clicks: 2,
    async do(page) {
      await press(page, 'Actions for News');
      await page.getByRole('menuitem', { name: 'Copy' }).click();
      await page.getByRole('heading', { level: 1, name: 'News #1' }).waitFor();
    },
  },
  {
    name: 'Send it',
    clicks: 4,
    async do(page) {
      await openCampaign(page, 'Autumn');
      await press(page, 'Test and send…');
      await dialogOf(page)
        .getByRole('button', { name: /^Send to \d+ now/ })
        .click();
      await press(page, 'Send now');
      await page.getByRole('heading', { name: 'From audience to clicks' }).waitFor();
    },
  },
  {
    name: 'Pause a mail, and let it go on',
    clicks: 3,
    async do(page) {
      await press(page, 'Pause: Slow news');
      await page.getByText(/left; nothing is lost/).waitFor();
      await press(page, 'Actions for Slow news');
      await page.getByRole('menuitem', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Pause: Slow news' }).waitFor();
    },
  },
  {
    name: 'Read who clicked',
    clicks: 3,
    async do(page) {
      await rooms(page, 'Reports');
      await follow(page, 'News');
      await page.getByRole('button', { name: /^Clicked: .* who$/ }).click();
      await page.getByRole('row', { name: /rider0@example\.com/ }).waitFor();
    },
  },
  {
    name: 'Show the report to somebody',
    clicks: 4,
    async do(page) {
      await rooms(page, 'Reports');
      await follow(page, 'News');
      await press(page, 'Share…');
      await press(page, 'Create link');
      await dialogOf(page).locator('code').waitFor();
    },
  },
  {
    name: 'Write again to those who did not open',
    clicks: 4,
    async do(page) {
      await rooms(page, 'Reports');
      await follow(page, 'News');
      await page.getByRole('button', { name: /^Send again to \d+ who did not open…/ }).click();
      await press(page, 'Create draft');
      await page.getByRole('heading', { level: 1, name: 'News (again)' }).waitFor();
    },
  },
];
