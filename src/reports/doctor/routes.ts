// Endpoints that examine the installation, as the command doctor does.
import { type Call, ok, type Route } from '../../http/route.ts';
import type { Examined } from './finding.ts';
import { examineAndKeep, lastExaminations } from './kept.ts';
import { examinationAnswer, examinationBody, readChecks, toWireExaminations } from './wire.ts';

const group = 'Profile';
const path = '/installation/examination';

const last: Route = {
  name: 'getExamination',
  method: 'GET',
  path,
  needs: 'operate',
  summary: 'Get the results of the last examination of the installation',
  group,
  status: 200,
  answer: examinationAnswer,
  handle: async ({ db }) => ok({ data: toWireExaminations(await lastExaminations(db)) }),
};

const examine: Route = {
  name: 'examineInstallation',
  method: 'POST',
  path,
  needs: 'operate',
  summary: 'Examine the installation: what is wrong with it, and what to do',
  about:
    'As `npx mailwright doctor`: database, disk, backups, clock, workers, relays, domains, base URL, return path, replication, template thumbnails, as seen by the process that answers. It opens a session with each relay and sends nothing. It may take ten seconds for a machine that does not respond, and longer to check a large SQLite file; request one check at a time to see the progress.',
  group,
  body: examinationBody,
  unaudited: 'It looks, and changes nothing but what was found last.',
  isRepeatable: true,
  status: 200,
  answer: examinationAnswer,
  handle: async (call) => {
    const of = examinedOf(call);
    const examinations = await Promise.all(readChecks(call.body).map((check) => examineAndKeep(of, check)));
    return ok({ data: toWireExaminations(examinations) });
  },
};

function examinedOf({ db, clock, secret, baseUrl, installation }: Call): Examined {
  return { db, clock, secret, baseUrl, ...installation.surroundings };
}

export const doctorRoutes: readonly Route[] = [last, examine];
