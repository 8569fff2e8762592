// The endpoint that creates customers: for the operator's programs, and for everybody where the
// operator allows it.

import { type Call, created, NOBODY, type Route } from '../http/route.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { countWithin } from '../storage/rate.ts';
import { createRequestedCustomer } from './create.ts';
import { createdAnswer, directCustomerBody, inBlock, newCustomerBody, readCustomer } from './wire-customer.ts';

/**
 * Attempts without a key in an hour: a response also reveals whether an address is a customer's.
 */
export const CREATION_LIMITS = { fromNetwork: 20, inAll: 200 };

const create: Route = {
  name: 'createCustomer',
  method: 'POST',
  path: '/customers',
  needs: 'operate',
  isOneChange: true,
  summary: 'Create a customer, with an operator’s key',
  group: 'Customers',
  about: 'Without a key it returns 400, unless the operator allows it; such a customer gets a key from the operator.',
  body: newCustomerBody,
  otherBody: directCustomerBody,
  isOpen: true,
  refuses: [429],
  status: 201,
  answer: createdAnswer,
  handle: async (call) => {
    const byOperator = await admit(call);
    const { input, warnings } = readCustomer(call.body, call.caller.dialect);
    const dialect = byOperator ? call.caller.dialect.name : undefined;
    const { customer, key } = await createRequestedCustomer(call.db, input, { dialect, clock: call.clock }).catch(
      nested,
    );
    const told = [...warnings, ...(key === undefined ? [keyWarning(customer.uid)] : [])];
    return created({
      customer_uid: customer.uid,
      ...(key !== undefined && { api_key: key }),
      ...(told.length > 0 && { warnings: told }),
    });
  },
};

/** Whether the operator calls. @throws AppError for callers who may not create customers */
async function admit({ db, caller, clock, network, customerCreation: isAllowed }: Call): Promise<boolean> {
  if (caller !== NOBODY) return true; // the door asked for the operator's right
  if (!isAllowed) throw new AppError('state', say('account-creation-disabled'));
  const limit = async (name: string, most: number) => countWithin(db, name, { most, windowMs: HOUR_MS }, clock.now());
  const fromNetwork = await limit(`customers from ${network}`, CREATION_LIMITS.fromNetwork);
  if (fromNetwork && (await limit('customers', CREATION_LIMITS.inAll))) return false;
  throw new AppError('too_many', say('request-often'));
}

/** Rethrows the fault of a used address under its block. */
function nested(error: unknown): never {
  if (error instanceof AppError && error.faults)
    throw new AppError(error.code, error.message, { faults: inBlock(error.faults) });
  throw error;
}

const keyWarning = (uid: string) => ({
  member: 'api_key',
  message: `The customer has no API key yet. The operator gives one out: npx mailwright key add ${uid}`,
});

export const customerRoutes: Route[] = [create];
