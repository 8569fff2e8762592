// The command `user`: the people who sign in.
import { ROLES, type Role } from '../../http/rights.ts';
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/text/counted.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { User } from '../../storage/tables/people.ts';
import { disableUser } from '../../users/members/change.ts';
import { listEverybody } from '../../users/members/queries.ts';
import { deletePasskeysOf } from '../../users/passkeys/queries.ts';
import { findUserByEmail, findUserByUid, updateUser } from '../../users/queries.ts';
import { LANGUAGES, type Language, languageOf } from '../../users/rules.ts';
import { deleteSessionsOf } from '../../users/sessions/queries.ts';
import { customerName } from '../../users/sessions/show.ts';
import { removeTotp } from '../../users/totp/totp.ts';
import { invite, inviteAgain } from '../../users/welcome/invite.ts';
import { findInvitationTo, listEverybodyInvited } from '../../users/welcome/queries.ts';
import { resetLink } from '../../users/welcome/reset.ts';
import { type Command, FLAG, type StoreContext, TEXT, type Values } from '../command.ts';
import { type Columns, printList, timeColumn } from '../list.ts';
import { getCustomer } from '../lookup.ts';
import { timeText } from '../output.ts';

const OPTIONS = { customer: TEXT, role: TEXT, name: TEXT, language: TEXT, totp: FLAG, passkeys: FLAG, off: FLAG };

export const userCommand: Command<typeof OPTIONS> = {
  name: 'user',
  summary: 'manage people who sign in: invite, list, reset, disable, enable, operator',
  example: 'invite bob@example.com --role editor',
  usage: `<invite|list|reset|disable|enable|operator> [options]

  invite <email> [options]        emails an invitation and shows its link, which works once, within seven days;
                                  inviting the same person again makes a new link
  list                            shows everyone, one line per customer, and pending invitations
  reset <email> [--totp] [--passkeys]
                                  shows a link to set a new password, which works once, within an hour
  disable, enable <email>         locks a person out of all customers immediately; lets them in again
  operator <email> [--off]        makes a person an operator of the installation, or takes that away

Options:
  --customer <uid or email>  the customer to invite the person to (optional with a single customer)
  --role <role>              owner (default), sender, editor or viewer
  --name <name>              --language <en or de>
  --totp                     with reset: turns off two-factor authentication until the person sets it up again
  --passkeys                 with reset: removes all passkeys of the person and ends all sessions

While there are no users, the server shows a sign-up link for the first owner at each start.`,
  options: OPTIONS,
  takes: {
    invite: ['customer', 'role', 'name', 'language'],
    list: [],
    reset: ['totp', 'passkeys'],
    disable: [],
    enable: [],
    operator: ['off'],
  },
  run({ values, words: [action, email, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0 || (email === undefined) !== (action === 'list')) return undefined;
      if (email === undefined) return list(json, context);
      if (action === 'invite') return inviteSomebody(email, values, context);
      const user = (await findUserByEmail(context.db, email)) ?? (await findUserByUid(context.db, email));
      if (!user) throw await noUser(context.db, email);
      if (action === 'reset') return reset(user, values, context);
      if (action === 'operator') return operator(user, values.off !== true, context);
      return action === 'disable' || action === 'enable' ? shut(user, action === 'disable', context) : undefined;
    });
  },
};

async function inviteSomebody(email: string, values: Values<typeof OPTIONS>, context: StoreContext): Promise<number> {
  const { db, print } = context;
  if (!isMailAddress(email)) throw new AppError('bad_request', `"${email}" is not a valid email address.`);
  const customer = await getCustomer(db, values.customer);
  const by = { name: customerName(customer), email: customer.email };
  const language = oneOf('language', LANGUAGES, values.language);
  const role = oneOf('role', ROLES, values.role);
  const before = await findInvitationTo(db, customer.id, email);
  if (before) {
    const changes = { ...(role && { role }), ...(language && { language }), ...(values.name && { name: values.name }) };
    const { link } = await inviteAgain(context, customer, before.uid, by, changes);
    const as = `${email} was invited again as ${role ?? before.role} of customer ${customer.uid}`;
    print(`${as}; the previous link no longer works. The new link, also sent by email: ${link}`);
    return 0;
  }
  const usual = { name: values.name ?? '', role: role ?? 'owner', language: language ?? languageOf(customer.locale) };
  const { link } = await invite(context, customer, { email, ...usual }, by);
  print(`${email} was invited as ${usual.role} of customer ${customer.uid}. The link, also sent by email: ${link}`);
  return 0;
}

/** Who is invited is on the list, but no user before the link was followed. */
async function noUser(db: Db, which: string): Promise<AppError> {
  const invited = await listEverybodyInvited(db);
  const isInvited = invited.some(({ email }) => emailKey(email ?? '') === emailKey(which));
  const hint = ` This person was invited and has not signed up yet: npx mailwright user invite ${which} makes a new link.`;
  return new AppError('not_found', `There is no user "${which}".${isInvited ? hint : ''}`);
}

function oneOf<T extends Role | Language>(name: string, known: readonly T[], given: string | undefined): T | undefined {
  const found = known.find((one) => one === given);
  if (found || given === undefined) return found;
  throw new AppError('bad_request', `The ${name} must be one of: ${known.join(', ')}.`);
}

/** Somebody who signs in, once for each customer, or is invited. */
type Person = {
  uid: string;
  name: string;
  email: string | null;
  customer: string | null;
  role: string | null;
  is_operator: boolean;
  has_totp: boolean;
  signed_in_at: number | null;
  disabled_at: number | null;
  state: 'works' | 'disabled' | 'invited' | 'was invited';
  /** Until when the invitation works. */
  expires_at: number | null;
};

const COLUMNS: Columns<Person> = {
  uid: { value: ({ uid }) => uid },
  name: { value: ({ name }) => name },
  email: { value: ({ email }) => email },
  customer: { value: ({ customer }) => customer },
  role: { value: ({ role }) => role },
  is_operator: { title: 'operator', value: (person) => person.is_operator },
  has_totp: { title: 'totp', value: (person) => person.has_totp },
  signed_in_at: timeColumn('signed in', (person) => person.signed_in_at, 'never'),
  state: { value: ({ state }) => state, text: stateText },
  disabled_at: { value: (person) => isoOrNull(person.disabled_at), isOnlyInJson: true },
  invited_until: { value: (person) => isoOrNull(person.expires_at), isOnlyInJson: true },
};

function stateText({ state, disabled_at: at, expires_at: until }: Person): string {
  if (state === 'disabled') return `disabled ${timeText(at)}`;
  return until === null ? state : `${state} until ${timeText(until)}`;
}

async function list(json: boolean, { db, clock, print }: StoreContext): Promise<number> {
  const users = (await listEverybody(db)).map(
    (user): Person => ({
      uid: user.uid,
      name: user.name,
      email: user.email,
      customer: user.customer_uid,
      role: user.role,
      is_operator: user.is_operator === 1,
      has_totp: user.totp_secret !== null,
      signed_in_at: user.signed_in_at,
      disabled_at: user.disabled_at,
      expires_at: null,
      state: user.disabled_at === null ? 'works' : 'disabled',
    }),
  );
  const invited = (await listEverybodyInvited(db)).map(
    ({ uid, name, email, customer_uid: customer, role, expires_at }): Person => ({
      uid,
      name,
      email,
      customer,
      role,
      expires_at,
      state: clock.now() < expires_at ? 'invited' : 'was invited',
      is_operator: false,
      has_totp: false,
      signed_in_at: null,
      disabled_at: null,
    }),
  );
  printList([...users, ...invited], COLUMNS, { json, print });
  return 0;
}

async function reset(
  user: User,
  { totp = false, passkeys = false }: Values<typeof OPTIONS>,
  context: StoreContext,
): Promise<number> {
  const { db, print } = context;
  const { link, removed } = await inTransaction(db, async (tx) => {
    const made = await resetLink(tx, context, user);
    if (totp) await removeTotp(tx, user.id);
    const gone = passkeys ? await deletePasskeysOf(tx, user.id) : 0;
    if (passkeys) await deleteSessionsOf(tx, user.id); // whoever has the device may be signed in
    return { link: made, removed: gone };
  });
  if (totp) print(`${user.email} now signs in without a code.`);
  if (passkeys)
    print(
      `${counted(removed, 'passkey')} of ${user.email} ${removed === 1 ? 'was' : 'were'} removed, and all sessions were ended.`,
    );
  print(`Link to set a new password for ${user.email}, works once, within an hour: ${link}`);
  return 0;
}

async function shut(user: User, isDisabled: boolean, { db, clock, print }: StoreContext): Promise<number> {
  await disableUser(db, user, isDisabled, clock);
  print(isDisabled ? `${user.email} is locked out, and all sessions were ended.` : `${user.email} can sign in again.`);
  return 0;
}

async function operator(user: User, isOperator: boolean, { db, print }: StoreContext): Promise<number> {
  await updateUser(db, user.id, { is_operator: isOperator ? 1 : 0 });
  print(`${user.email} is ${isOperator ? 'now' : 'no longer'} an operator of the installation.`);
  return 0;
}
