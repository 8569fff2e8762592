// The endpoint of the installation: what owners should know of the server, and operators besides.
import { z } from 'zod';
import { said } from '../http/members/described.ts';
import { recordOf } from '../http/members/schema.ts';
import { ok, type Route } from '../http/route.ts';
import { whenNeeded } from '../kernel/when-needed.ts';

const record = whenNeeded(() =>
  z
    .strictObject({
      version: said('The version of the server.'),
      base_url: said('The public address of the server, which links in emails lead to.'),
      test_inbox: z.boolean().describe('Whether emails go to the test inbox because no relay is set up.'),
      operator: z
        .strictObject({
          engine: z.enum(['sqlite', 'postgres']).describe('The database engine.'),
          roles: z.array(z.string()).describe('Roles of the process that answers: `web`, `worker`, `clock`.'),
          time_zone: said('The time zone of the machine; each customer has its own.'),
        })
        .nullable()
        .describe('Details for operators; null for everyone else.'),
    })
    .meta({ id: 'Installation', description: 'The server.' }),
);

const read: Route = {
  name: 'getInstallation',
  method: 'GET',
  path: '/installation',
  needs: 'own',
  summary: 'Get the server’s version and public address and, for operators, how it runs',
  group: 'Profile',
  status: 200,
  answer: recordOf(record),
  handle: async ({ caller, baseUrl, installation }) => {
    const { version, engine, roles, timeZone, hasTestInbox } = installation;
    const operator = { engine, roles, time_zone: timeZone() };
    const isOperator = caller.rights.has('operate');
    const shown = { version, base_url: baseUrl, test_inbox: await hasTestInbox() };
    return ok({ data: { record: { ...shown, operator: isOperator ? operator : null } } });
  },
};

export const installationRoutes: readonly Route[] = [read];
