// The command `rotate-secret`: another secret, with the former one accepted for as long as wanted.

import type { Keeping } from '../../../accounts/secrets/kept.ts';
import { openSource } from '../../../backup/move/open.ts';
import { forgetFormer, isPrepared, prepareSecret, rotateSecret } from '../../../backup/rotate.ts';
import { counted } from '../../../kernel/text/counted.ts';
import { openStore } from '../../../storage/db.ts';
import { refuseMoved } from '../../../storage/moving/marks.ts';
import { type Command, type Context, FLAG, type Installation } from '../../command.ts';
import { timeText } from '../../output.ts';

const OPTIONS = { prepare: FLAG, 'forget-former': FLAG };

export const rotateSecretCommand: Command<typeof OPTIONS> = {
  name: 'rotate-secret',
  summary: 'another secret; links in mails that are out go on working',
  example: '--prepare',
  usage: `[--prepare | --forget-former]

Makes another secret: new links, return addresses and forms are signed with it, and passwords and keys in
the store are encrypted anew. The former one stays accepted until it is forgotten, so that what is out
already goes on working. No secret is shown. Stop all servers before, and start them afterwards.

Without stopping, on several nodes: --prepare, restart one server after the other, rotate, restart one after
the other. Where MAILWRIGHT_SECRET is set, the secrets are yours to set: this command then encrypts anew
what MAILWRIGHT_SECRET_FORMER had encrypted. docs/secret.md has all steps.

Options:
  --prepare        servers that start from now on accept the next secret, before any of them uses it
  --forget-former  former secrets are accepted no more, from the next start of each server on: links in mails
                   that were signed with them are unknown then`,
  options: OPTIONS,
  async run({ words, values }, context) {
    if (words.length > 0) return undefined;
    if (values.prepare && values['forget-former']) return 'Give --prepare or --forget-former, not both.';
    const installation = context.installation();
    if (values.prepare) return beside(installation, (keeping) => prepare(keeping, installation, context));
    if (values['forget-former']) return beside(installation, (keeping) => forget(keeping, installation, context));
    return rotate(installation, context);
  },
};

/** Runs `work` beside servers. */
async function beside<T>({ databaseUrl, dataDir }: Installation, work: (keeping: Keeping) => Promise<T>): Promise<T> {
  const store = await openStore({ databaseUrl, dataDir, isThere: true });
  try {
    return await work({ store, dataDir });
  } finally {
    await store.close();
  }
}

async function prepare(keeping: Keeping, installation: Installation, { print }: Context): Promise<number> {
  await prepareSecret(keeping, installation);
  print('The next secret is made. Restart all servers, one after the other; then: npx mailwright rotate-secret');
  return 0;
}

async function forget(keeping: Keeping, installation: Installation, { print }: Context): Promise<number> {
  const replaced = await forgetFormer(keeping, installation);
  if (installation.formerSecrets.length > 0) {
    print('Nothing in the store needs MAILWRIGHT_SECRET_FORMER: remove it, and restart all servers.');
  } else {
    const times = replaced.map((at) => `${timeText(at)} UTC`).join(', ');
    print(`Forgotten: what was in force until ${times}. Restart all servers.`);
  }
  return 0;
}

async function rotate(installation: Installation, context: Context): Promise<number> {
  const { databaseUrl, dataDir, secret } = installation;
  const now = context.clock.now();
  const isAccepted = secret !== undefined || (await beside(installation, isPrepared));
  const { sealed } = isAccepted
    ? await beside(installation, (keeping) => rotateSecret(keeping, installation, now))
    : await alone({ databaseUrl, dataDir }, (keeping) => rotateSecret(keeping, installation, now));
  const anew = `${counted(sealed, 'password or key', 'passwords and keys')} in the store ${sealed === 1 ? 'was' : 'were'} encrypted anew`;
  if (secret !== undefined) {
    context.print(
      `${anew}, with MAILWRIGHT_SECRET. What MAILWRIGHT_SECRET_FORMER signed is accepted as long as that is set.`,
    );
    return 0;
  }
  context.print(
    `Another secret is in force; ${anew}. ${isAccepted ? 'Restart all servers, one after the other.' : 'Start the servers.'}`,
  );
  context.print(
    'The former one is accepted until you forget it: npx mailwright rotate-secret --forget-former. Take a backup now.',
  );
  return 0;
}

/** Runs `work` while no server runs, as a running one would not know the new secret. */
async function alone<T>(
  place: { databaseUrl: string | undefined; dataDir: string },
  work: (keeping: Keeping) => Promise<T>,
): Promise<T> {
  const { store, close } = await openSource(place);
  try {
    await refuseMoved(store.db);
    return await work({ store, dataDir: place.dataDir });
  } finally {
    await close();
  }
}
