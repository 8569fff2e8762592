// The command `rotate-secret`: another secret, with the former one accepted for as long as wanted.

import type { Keeping } from '../../../accounts/secrets/kept.ts';
import { openSource } from '../../../backup/move/open.ts';
import { forgetFormer, isPrepared, prepareSecret, rotateSecret } from '../../../backup/rotate.ts';
import { refuseReplaced } from '../../../coordination/serving.ts';
import { counted } from '../../../kernel/text/counted.ts';
import { openStore } from '../../../storage/db.ts';
import { refuseMoved } from '../../../storage/moving/marks.ts';
import { type Command, type Context, FLAG, type Installation } from '../../command.ts';
import { timeText } from '../../output.ts';

const OPTIONS = { prepare: FLAG, 'forget-former': FLAG };

export const rotateSecretCommand: Command<typeof OPTIONS> = {
  name: 'rotate-secret',
  summary: 'replace the secret; links in sent emails keep working',
  example: '--prepare',
  usage: `[--prepare | --forget-former]

Makes a new secret: new links, return addresses and forms are signed with it, and the passwords and keys in the database
are re-encrypted. The previous secret stays accepted until you forget it, so links in sent emails keep working. No secret
is shown. Stop all servers first, and start them again afterwards.

Without downtime, on several nodes: --prepare, restart the servers one by one, rotate, restart them one by one again.
Where MAILWRIGHT_SECRET is set, you set the secrets yourself: the command then re-encrypts what was encrypted with
MAILWRIGHT_SECRET_FORMER. docs/secret.md has all the steps.

Options:
  --prepare        makes servers that start from now on accept the next secret before any of them uses it
  --forget-former  stops accepting previous secrets, from the next start of each server: links in emails
                   signed with them no longer work`,
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
  if (databaseUrl === undefined) refuseReplaced(dataDir);
  const store = await openStore({ databaseUrl, dataDir, isThere: true });
  try {
    return await work({ store, dataDir });
  } finally {
    await store.close();
  }
}

async function prepare(keeping: Keeping, installation: Installation, { print }: Context): Promise<number> {
  await prepareSecret(keeping, installation);
  print('The next secret is ready. Restart all servers one by one, then run: npx mailwright rotate-secret');
  return 0;
}

async function forget(keeping: Keeping, installation: Installation, { print }: Context): Promise<number> {
  const replaced = await forgetFormer(keeping, installation);
  if (installation.formerSecrets.length > 0) {
    print('Nothing in the database needs MAILWRIGHT_SECRET_FORMER: remove it, and restart all servers.');
  } else {
    const times = replaced.map((at) => `${timeText(at)} UTC`).join(', ');
    print(`Forgotten: the secret in use until ${times}. Restart all servers.`);
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
  const anew = `${counted(sealed, 'password or key', 'passwords and keys')} in the database ${sealed === 1 ? 'was' : 'were'} re-encrypted`;
  if (secret !== undefined) {
    context.print(
      `${anew}, with MAILWRIGHT_SECRET. Links signed with MAILWRIGHT_SECRET_FORMER work as long as it is set.`,
    );
    return 0;
  }
  context.print(
    `A new secret is in use; ${anew}. ${isAccepted ? 'Restart all servers one by one.' : 'Start the servers.'}`,
  );
  context.print(
    'The previous one is accepted until you forget it: npx mailwright rotate-secret --forget-former. Take a backup now.',
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
