// Every route of the API with every role of a user and every scope of an API key, and with nobody:
// who has not the right that the route names is refused, everybody else gets as far as the route
// itself.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addKey } from '../../src/accounts/keys/keys.ts';
import { forgetCallers } from '../../src/accounts/keys/known-callers.ts';
import { apiRoutes } from '../../src/app.ts';
import { REFUSALS, type Right, ROLES, rightsOf, rightsOfScope, SCOPES } from '../../src/http/rights.ts';
import type { Route } from '../../src/http/route.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { inEnglish } from '../../src/kernel/sentences/sentence.ts';
import { inTransaction } from '../../src/storage/db.ts';
import { openSession } from '../../src/users/sessions/open.ts';
import type { CallOptions } from '../support/app.ts';
import { addUser, type TestUser } from '../support/people.ts';
import { oneEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

/** What reads and is not for everybody who reads, and why. */
const READING: Readonly<Record<string, Route['needs']>> = {
  getWelcome: 'open', // by its token
  getPasskeyChallenge: 'open', // whoever signs in
  trackClick: 'edit', // records a click
  trackOpen: 'edit', // records an open
  getTestMail: 'edit', // its links confirm and unsubscribe the person it is to
  getTestMailPage: 'edit',
  checkTestMailLinks: 'edit',
  listApiKeys: 'own',
  getApiKey: 'own',
  listUsers: 'own',
  listAudit: 'own',
  getInstallation: 'own',
  getExamination: 'operate', // of all customers
  getQueue: 'operate',
  getReturnPath: 'operate', // of the installation
  listReturnedMails: 'operate', // whose they are, nobody knows
  getReturnedMail: 'operate',
  listWebhooks: 'own', // their addresses may hold secrets
  getWebhook: 'own',
  listWebhookDeliveries: 'own',
};

/** What changes something and needs no more than a look, and why. */
const CHANGING: Readonly<Record<string, Route['needs']>> = {
  createSession: 'open', // by its password
  createSessionWithPasskey: 'open', // by what the passkey signed
  useWelcome: 'open', // by its token
  requestPasswordReset: 'open',
  previewSegment: 'read', // stores nothing
  estimateSegment: 'read',
  updateSession: 'read', // everybody's own session
  deleteSession: 'read',
  updateMe: 'read', // everybody's own account
  deleteMySessions: 'read',
  deleteMySession: 'read',
  beginTotp: 'read',
  confirmTotp: 'read',
  deleteTotp: 'read',
  beginPasskey: 'read',
  createPasskey: 'read',
  updatePasskey: 'read',
  deletePasskey: 'read',
};

const REFUSED = new Set(Object.values(REFUSALS).map(inEnglish));

oneEngine('rights', (engine) => {
  const app = suiteApp(engine);
  const callers: { name: string; rights: ReadonlySet<Right>; options: () => Promise<CallOptions> }[] = [];

  before(async () => {
    const { db, clock, customer } = app();
    const asUser =
      ({ user }: TestUser) =>
      async () => {
        const visitor = { address: '', userAgent: '', session: undefined };
        const of = { userId: user.id, customerId: customer.id, visitor };
        return { session: await inTransaction(db, (tx) => openSession(tx, of, clock.now())) }; // one may have signed out
      };
    for (const role of ROLES) {
      for (const isOperator of [false, true]) {
        const rights = rightsOf(role, isOperator);
        const name = isOperator ? `operator and ${role}` : role;
        callers.push({ name, rights, options: asUser(await addUser(app(), { role, isOperator })) });
      }
    }
    for (const scope of [...SCOPES, 'read,send', 'owner,operator']) {
      const { key } = await addKey(db, { customerId: customer.id, name: scope, scope }, clock);
      callers.push({ name: `key ${scope}`, rights: rightsOfScope(scope), options: async () => ({ key }) });
    }
  });

  /** Names nothing that there is, so that nothing happens. */
  const addressOf = ({ path, fileType }: Route) =>
    (fileType === 'text/event-stream' ? `${path}?once=yes` : path).replaceAll(/:(\w+)/g, (_, name) =>
      /_id$/.test(name) ? '999999999' : newUid(),
    );

  test('what reads needs the right to read, what changes something needs more, or says why here', () => {
    for (const { name, method, needs } of apiRoutes) {
      const expected = (method === 'GET' ? READING : CHANGING)[name];
      if (expected !== undefined) assert.equal(needs, expected, name);
      else if (method === 'GET') assert.equal(needs, 'read', name);
      else assert.ok(needs !== 'read' && needs !== 'open', `${name} changes something and needs only ${needs}`);
    }
  });

  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    test(`${method}: refused to those without the right, and to nobody else`, async () => {
      for (const route of apiRoutes.filter((one) => one.method === method)) {
        for (const { name, rights, options } of callers) {
          const { status, json } = await app().call(method, addressOf(route), { json: {}, ...(await options()) });
          const what = `${route.name} as ${name}: ${status} ${JSON.stringify(json)?.slice(0, 200)}`;
          if (route.needs === 'open' || rights.has(route.needs)) assert.ok(!REFUSED.has(json?.error), what);
          else assert.deepEqual([status, json?.error], [403, inEnglish(REFUSALS[route.needs])], what);
          if (route.needs !== 'open') assert.notEqual(status, 401, what);
        }
        const { status } = await app().call(method, addressOf(route), { json: {}, key: null });
        const isOpen = route.needs === 'open' || route.isOpen;
        assert.equal(status === 401 && !isOpen, !isOpen, `${route.name} as nobody: ${status}`);
      }
    });
  }

  test('there is no way around: other methods for the same route, keys that were revoked', async () => {
    const viewer = callers.find(({ name }) => name === 'viewer');
    const options = (await viewer?.options()) ?? {};
    for (const route of apiRoutes.filter(({ needs }) => needs !== 'open' && needs !== 'read')) {
      const path = addressOf(route);
      const ways: [string, CallOptions][] =
        route.method === 'GET'
          ? [['HEAD', {}]]
          : [
              ['POST', { json: { _method: route.method } }],
              ['POST', { json: {}, headers: { 'x-http-method-override': route.method } }],
            ];
      for (const [method, way] of ways) {
        const { status } = await app().call(method, path, { ...way, ...options });
        assert.ok(status === 403 || status === 404 || status === 405, `${route.name} by ${method}: ${status}`);
        if (status === 404) assert.ok(apiRoutes.some((one) => one.method === 'POST' && one.path === route.path));
      }
    }
    const { db, clock, customer } = app();
    const { key, uid } = await addKey(db, { customerId: customer.id, name: 'x' }, clock);
    assert.equal((await app().call('DELETE', `/api-keys/${uid}`)).status, 200);
    assert.equal((await app().call('GET', '/lists', { key })).status, 401);
  });

  test('with a customer that is switched off: nobody does anything, and all do again when it is on', async () => {
    const { db, customer } = app();
    const turn = async (status: string) => {
      await db.updateTable('customer').set({ status }).where('id', '=', customer.id).execute();
      forgetCallers();
    };
    const all = await Promise.all(callers.map(async ({ name, options }) => ({ name, options: await options() })));
    const those = all.filter(({ name }) => ['operator and owner', 'viewer', 'key owner,operator'].includes(name));
    assert.equal(those.length, 3);
    await turn('inactive');
    for (const route of apiRoutes.filter(({ needs }) => needs !== 'open')) {
      for (const { name, options } of those) {
        const { status, json } = await app().call(route.method, addressOf(route), { json: {}, ...options });
        const what = `${route.name} as ${name}: ${status} ${JSON.stringify(json)?.slice(0, 200)}`;
        assert.equal(status, options.session === undefined ? 403 : 401, what);
      }
    }
    await turn('active');
    for (const { name, options } of all.filter(({ name }) => !/^key (?:write|send|operator)$/.test(name)))
      assert.equal((await app().call('GET', '/lists', options)).status, 200, name);
  });
});
