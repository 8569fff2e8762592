// Users for tests, and their sessions.
import assert from 'node:assert/strict';
import type { Role } from '../../src/http/rights.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { inTransaction } from '../../src/storage/db.ts';
import type { User } from '../../src/storage/tables/people.ts';
import { hashPassword } from '../../src/users/password.ts';
import { insertMembership, insertUser } from '../../src/users/queries.ts';
import { openSession } from '../../src/users/sessions/open.ts';
import type { TestAnswer, TestApp } from './app.ts';

/** The password of every user of a test. */
export const PASSWORD = 'correct horse battery';
let hashed: Promise<string> | undefined; // one hash takes 30 ms

export type TestUser = { user: User; session: string };

/** A user of the customer, signed in. */
export async function addUser(
  { db, customer, clock }: Pick<TestApp, 'db' | 'customer' | 'clock'>,
  { role = 'owner', isOperator = false, ...values }: Partial<User> & { role?: Role; isOperator?: boolean } = {},
): Promise<TestUser> {
  hashed ??= hashPassword(PASSWORD);
  const password = await hashed;
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const user = await insertUser(tx, {
      uid: newUid(),
      email: `${newUid()}@example.test`,
      name: 'Grace Hopper',
      password,
      language: 'en',
      theme: 'system',
      totp_step: 0,
      created_at: at,
      is_operator: isOperator ? 1 : 0,
      ...values,
    });
    assert.ok(user);
    await insertMembership(tx, { customer_id: customer.id, user_id: user.id, role, created_at: at });
    const visitor = { address: '192.0.2.7', userAgent: 'A test', session: undefined };
    return { user, session: await openSession(tx, { userId: user.id, customerId: customer.id, visitor }, at) };
  });
}

/** The value of the cookie that an answer sets; undefined when it sets none. */
export function cookieOf({ headers }: TestAnswer): string | undefined {
  const cookie = String(headers['set-cookie'] ?? '');
  return /^(?:__Host-)?mailwright=([^;]+)/.exec(cookie)?.[1];
}
