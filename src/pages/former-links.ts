// Unsubscribe links in mails of a former server, when its address leads here: GET asks, POST acts
// (also the one-click request of RFC 8058), as with links of ours. What is not known gets a page
// that says so, and changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { trackingLinks } from '../content/links.ts';
import type { Services } from '../http/route.ts';
import { inTransaction } from '../storage/db.ts';
import { canUnsubscribe } from '../subscribers/rules.ts';
import { unsubscribe } from '../subscribers/status.ts';
import { type FormerLink, peopleOfLink } from '../switching/links.ts';
import { type Frame, frameOf, sendFramed, sendFramedError, sendMessage } from './frame.ts';
import { findPerson, type Person } from './queries-people.ts';
import { FORM_LIMIT } from './request.ts';
import { donePage, questionPage } from './unsubscribe-views.ts';

/** `/lists/<list>/unsubscribe/<subscriber>[/<campaign>]` of servers of this interface. */
const OF_LISTS = /^(?:\/index\.php)?\/lists\/([a-z0-9]{5,40})\/unsubscribe\/([a-z0-9]{5,40})(?:\/[a-z0-9]{0,40})?\/?$/;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** `/subscription/<campaign>/<subscriber>` of listmonk. */
const OF_LISTMONK = new RegExp(`^/subscription/(${UUID})/(${UUID})/?$`);

const PATHS = ['/lists/*', '/index.php/lists/*', '/subscription/*'];
const LONGEST = 200;

/** The link that a path is; undefined: none of these. */
function formerLinkOf(path: string): FormerLink | undefined {
  const plain = path.length > LONGEST ? '' : path.toLowerCase();
  const [, list, subscriber] = OF_LISTS.exec(plain) ?? [];
  if (list !== undefined && subscriber !== undefined) return { kind: 'list', former: list, person: subscriber };
  const [, mailing, person] = OF_LISTMONK.exec(plain) ?? [];
  return mailing !== undefined && person !== undefined ? { kind: 'mailing', former: mailing, person } : undefined;
}

/** Mounts the former links. */
export function formerLinkPages(app: FastifyInstance, services: Services): void {
  const options = { errorHandler: sendFramedError, bodyLimit: FORM_LIMIT };
  for (const path of PATHS) {
    app.get(path, options, async (request, reply) => {
      const people = await peopleOf(services, request);
      return send(services, request, reply, people, people.some(canLeave) ? 'question' : 'done');
    });
    app.post(path, options, async (request, reply) => {
      const people = await peopleOf(services, request);
      const at = services.clock.now();
      for (const { subscriber } of people)
        await inTransaction(services.db, (tx) => unsubscribe(tx, subscriber, at, { way: 'mail' }));
      return send(services, request, reply, people, 'done');
    });
  }
}

const canLeave = ({ subscriber }: Person) => canUnsubscribe(subscriber.status);

async function peopleOf({ db }: Services, { url }: FastifyRequest): Promise<Person[]> {
  const link = formerLinkOf(url.split('?', 1)[0] ?? '');
  const found: Person[] = [];
  for (const id of link ? await peopleOfLink(db, link) : []) {
    const person = await findPerson(db, id);
    if (person) found.push(person);
  }
  return found.sort((a, b) => a.list.id - b.list.id);
}

function send(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  people: readonly Person[],
  page: 'question' | 'done',
): FastifyReply {
  const [first] = people;
  const frame: Frame = frameOf(first?.list, request);
  if (!first) {
    const { common } = frame.texts;
    return sendMessage(reply, 404, frame, { title: common.notFound, text: common.unknownLink });
  }
  const leaving = {
    listName: people.map(({ list }) => list.display_name || list.name).join(', '),
    email: first.subscriber.email,
    preferencesUrl: trackingLinks(services).preferencesUrl(first.subscriber.id),
  };
  const view =
    page === 'done' ? donePage(frame.texts, leaving, { canComeBack: false }) : questionPage(frame.texts, leaving);
  return sendFramed(reply, 200, frame, view);
}
