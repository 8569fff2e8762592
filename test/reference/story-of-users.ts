// The story of the examples: people, and how they get in.

import { totpCode, totpStep } from '../../src/users/totp/codes.ts';
import { firstOwnerAddress } from '../../src/users/welcome/first-owner.ts';
import { newAuthenticator } from '../support/authenticator.ts';
import { addUser, PASSWORD } from '../support/people.ts';
import type { Teller } from './teller.ts';

/** From the first owner's link to signing out. */
export async function tellOfUsers({ app, tell }: Pick<Teller, 'app' | 'tell'>): Promise<void> {
  const token = (await firstOwnerAddress(app))?.split('token=')[1] ?? '';
  await tell('getWelcome', { query: { token } });
  const owner = { name: 'Ada Byron', email: 'ada@example.com' };
  await tell('useWelcome', { body: { token, ...owner, password: PASSWORD } });
  await tell('createSession', { body: { email: owner.email, password: PASSWORD } });
  const { session } = await addUser(app, { email: 'grace@example.com', role: 'sender' });
  await tell('getSession', { session });
  await tell('listCustomersOfSession', { session, query: { page: 1, per_page: 1, search: 'a' } });
  await tell('updateSession', { session, body: { customer_uid: app.customer.uid } });
  await tell('getMe', { session });
  await tell('updateMe', { session, body: { name: 'Grace B. Hopper', theme: 'dark', hides_checklist: 'no' } });
  const other = await addUser(app, { email: 'edith@example.com' });
  await tell('listMySessions', { session, query: { page: 1, per_page: 1 } });
  const [theirs] = (await tell('listMySessions', { session: other.session })).data.records;
  await tell('deleteMySessions', { session });
  await tell('deleteMySession', { session: other.session, params: { session_uid: theirs.session_uid } });
  const begun = await tell('beginTotp', { session, body: { password: PASSWORD } });
  const code = totpCode(begun.data.record.secret, totpStep(app.clock.now()));
  await tell('confirmTotp', { session, body: { code } });
  await tell('deleteTotp', { session, body: { password: PASSWORD } });
  await tellOfPasskeys({ app, tell }, session);
  await tell('deleteSession', { session });
  await tell('requestPasswordReset', { body: { email: 'grace@example.com' } });
  const invited = await tell('inviteUser', {
    body: { email: 'alan@example.com', name: 'Alan Turing', role: 'editor' },
  });
  const { user_uid } = invited.data.record;
  await tell('inviteUserAgain', { params: { user_uid } });
  await tell('listUsers', { query: { page: 1, per_page: 2 } });
  await tell('updateUser', { params: { user_uid }, body: { role: 'sender' } });
  await tell('deleteUser', { params: { user_uid } });
  const limits = { allow: ['203.0.113.7', '10.0.0.0/8'], expires_at: '2030-01-01' };
  const { data } = await tell('createApiKey', { body: { name: 'Shop', scope: 'read,send', ...limits } });
  await tell('listApiKeys', { query: { page: 1, per_page: 1 } });
  await tell('getApiKey', { params: { key_uid: data.record.key_uid } });
  await tell('updateApiKey', { params: { key_uid: data.record.key_uid }, body: { scope: 'send', expires_at: null } });
  await tell('deleteApiKey', { params: { key_uid: data.record.key_uid } });
}

/** A passkey is added, and signs in; at an address where browsers have some. */
async function tellOfPasskeys({ app, tell }: Pick<Teller, 'app' | 'tell'>, session: string): Promise<void> {
  const { services } = app;
  const { baseUrl } = services;
  services.baseUrl = 'http://localhost';
  const phone = newAuthenticator('localhost', services.baseUrl);
  const begun = await tell('beginPasskey', { session, body: { password: PASSWORD } });
  const made = phone.create(begun.data.record.options);
  const { data } = await tell('createPasskey', { session, body: { name: 'Phone', ...made } });
  const { passkey_uid } = data.record;
  await tell('listMyPasskeys', { session, query: { page: 1, per_page: 10 } });
  await tell('updatePasskey', { session, params: { passkey_uid }, body: { name: 'Old phone' } });
  const asked = await tell('getPasskeyChallenge');
  await tell('createSessionWithPasskey', { body: phone.get(asked.data.record.options.challenge) });
  await tell('deletePasskey', { session, params: { passkey_uid } });
  services.baseUrl = baseUrl;
}
