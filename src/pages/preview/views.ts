// Every page of a list that has its look, as somebody invented sees it. Pure.
import { html } from '../../http/html.ts';
import type { List } from '../../storage/tables.ts';
import { archivePage } from '../archive/views.ts';
import { confirmedPage, questionPage as confirmQuestion } from '../confirm-views.ts';
import type { ShownField } from '../form/fields.ts';
import { donePage, formPage } from '../form/form-page.ts';
import { formPage as forwardPage } from '../forward/views.ts';
import type { Frame, FramedPage } from '../frame.ts';
import { choicePage } from '../preferences.ts';
import { profilePage } from '../profile.ts';
import { questionPage, donePage as unsubscribedPage } from '../unsubscribe-views.ts';
import type { SHOWN_PAGES } from './wire.ts';

type Around = { frame: Frame; list: List; shown: readonly ShownField[]; at: number };

const EMAIL = 'ada@example.com';
const NOWHERE = '#';

/** The page of that name. */
export function shownPage(name: (typeof SHOWN_PAGES)[number], { frame, list, shown, at }: Around): FramedPage {
  const { texts, title } = frame;
  const leaving = { listName: title, email: EMAIL, preferencesUrl: NOWHERE };
  switch (name) {
    case 'form':
      return formPage(frame, list, shown);
    case 'done':
      return donePage(frame, list);
    case 'confirm':
      return confirmQuestion(frame, EMAIL);
    case 'confirmed':
      return confirmedPage(frame, EMAIL, NOWHERE);
    case 'profile':
      return profilePage(frame, EMAIL, { shown: shown.filter(({ field }) => field.tag !== 'EMAIL') });
    case 'unsubscribe':
      return questionPage(texts, leaving);
    case 'unsubscribed':
      return unsubscribedPage(texts, leaving, { canComeBack: true });
    case 'preferences':
      return choicePage(texts, EMAIL, [{ listUid: list.uid, listName: title, isOn: true }]);
    case 'forward':
      return forwardPage(texts, { subject: title, guard: html`` });
    case 'archive': {
      const entries = [{ uid: '', subject: title, at, url: NOWHERE }];
      const links = { feedUrl: NOWHERE, subscribeUrl: NOWHERE, newest: undefined, older: undefined };
      return archivePage(frame, { entries, timeZone: 'UTC', ...links });
    }
  }
}
