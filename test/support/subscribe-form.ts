// For tests of subscribe forms: lists with forms, and visitors who fill them in.
import { LEAST_MS } from '../../src/pages/form/guard.ts';
import { assertStatus, type TestApp } from './app.ts';
import { browserForm } from './browser-form.ts';
import { news } from './lists.ts';
import { type Page, visitorOf } from './mail-pages.ts';

/** A list as a client sends it, with these members of its first block. */
export const listWith = (general: object) => ({ ...news, general: { ...news.general, ...general } });
export const single = listWith({ opt_in: 'single' });

export type FormApp = {
  /** Adds a visible field, optional unless it says otherwise. */
  addField(uid: string, field: object): Promise<void>;
  /** Fills in a new form as a person does, from a separate network. */
  fill(uid: string, changes: Record<string, string | string[]>): Promise<Page>;
  /** All subscribers as the API shows them, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a member for each field
  subscribers(uid: string): Promise<any[]>;
};

/** Actions on forms of the application. */
export function formApp(app: TestApp): FormApp {
  let networks = 0;
  return {
    async addField(uid, field) {
      const json = { required: 'no', visibility: 'visible', ...field };
      assertStatus(await app.call('POST', `/lists/${uid}/fields`, { json }), 201);
    },
    async fill(uid, changes) {
      const person = visitorOf(app, `198.51.100.${++networks % 250}`);
      const page = await person.get(`/subscribe/${uid}`);
      app.clock.forward(LEAST_MS);
      return person.post(`/subscribe/${uid}`, browserForm(page.body).body(changes));
    },
    async subscribers(uid) {
      const answer = await app.call('GET', `/lists/${uid}/subscribers?per_page=500`);
      assertStatus(answer, 200);
      return answer.json.data.records;
    },
  };
}
