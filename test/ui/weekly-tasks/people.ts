// Tasks of a week about lists and people.
import assert from 'node:assert/strict';
import { choose, dialogOf, findPerson, follow, press, rooms, type Task } from './steps.ts';

export const PEOPLE: readonly Task[] = [
  {
    name: 'Create a list',
    clicks: 3,
    async do(page) {
      await rooms(page, 'Lists');
      await press(page, 'New list');
      await dialogOf(page).getByLabel('Name', { exact: true }).fill('Guests');
      await press(page, 'Create list');
      await page.getByRole('heading', { level: 1, name: 'Guests' }).waitFor();
    },
  },
  {
    name: 'Import a file of people',
    clicks: 4,
    async do(page) {
      await rooms(page, 'Lists');
      await follow(page, 'Riders');
      await page.getByRole('heading', { level: 1, name: 'Riders' }).waitFor(); // each list of the table has an Import, too
      await follow(page, 'Import');
      const buffer = Buffer.from('Email,First name\nnew1@example.com,Ann\nnew2@example.com,Ben\n');
      await page.getByLabel('CSV file').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer });
      await press(page, 'Import');
      await page.getByText('The import is complete.', { exact: true }).waitFor();
    },
  },
  {
    name: 'Add one person',
    clicks: 4,
    async do(page) {
      await rooms(page, 'Lists');
      await follow(page, 'Riders');
      await press(page, 'Add a person');
      await dialogOf(page).getByLabel('Email').fill('zoe@example.com');
      await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('link', { name: 'zoe@example.com' }).waitFor();
    },
  },
  {
    name: 'See what happened to one person',
    clicks: 0,
    async do(page) {
      await findPerson(page, 'rider0@example.com');
      await page.getByRole('listitem').filter({ hasText: 'Joined' }).waitFor();
    },
  },
  {
    name: 'Correct a name',
    clicks: 1,
    async do(page) {
      await findPerson(page, 'rider1@example.com');
      await page.getByLabel('First name').fill('Benjamin');
      await press(page, 'Save');
      await page.getByRole('listitem').filter({ hasText: 'Changed' }).waitFor();
    },
  },
  {
    name: 'Unsubscribe somebody who asked for it',
    clicks: 2,
    async do(page) {
      await findPerson(page, 'rider2@example.com');
      await press(page, 'Unsubscribe');
      await dialogOf(page).getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByText('Unsubscribed', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'Ask people for one thing more',
    clicks: 5,
    async do(page) {
      await rooms(page, 'Lists');
      await follow(page, 'Riders');
      await follow(page, 'Fields');
      await press(page, 'New field');
      await page.getByLabel('Label', { exact: true }).fill('Town');
      await press(page, 'Save field');
      await page.getByRole('row', { name: /Town.*TOWN/ }).waitFor();
    },
  },
  {
    name: 'Put the form on a page of one’s own',
    clicks: 3,
    async do(page) {
      await rooms(page, 'Lists');
      await follow(page, 'Riders');
      await follow(page, 'Form');
      const html = await page.getByRole('textbox', { name: 'Form HTML' }).inputValue();
      assert.match(html, /^<form action="http/);
    },
  },
  {
    name: 'Make a segment',
    clicks: 6,
    async do(page) {
      await rooms(page, 'Segments');
      await press(page, 'New segment');
      await page.getByRole('menuitem', { name: 'Riders' }).click();
      await choose(page, 'Field', 'First name');
      await page.getByRole('textbox', { name: 'Value' }).fill('Ann');
      await page.getByText(/are in it and get email/).waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Called Ann');
      await press(page, 'Save segment');
      await page.getByRole('row', { name: /Called Ann/ }).waitFor();
    },
  },
];
