// The command `returned`: returned mails that could not be classified.
import { type InboundTools, type MailEffect, processStoredMail } from '../../../inbound/process-mail.ts';
import {
  countReturned,
  deleteAllReturned,
  deleteReturned,
  findReturned,
  listReturned,
  listReturnedIds,
  type ReturnedLine,
} from '../../../inbound/queries-returned.ts';
import { AppError } from '../../../kernel/errors.ts';
import { createLogger } from '../../../kernel/log.ts';
import { parseSentences, textOf } from '../../../kernel/sentences/sentence.ts';
import { counted } from '../../../kernel/text/counted.ts';
import { parseNumber } from '../../arguments.ts';
import { type Command, type StoreContext, TEXT } from '../../command.ts';
import { type Columns, printList, timeColumn } from '../../list.ts';
import { printable, timeText } from '../../output.ts';

const OPTIONS = { limit: TEXT };

export const returnedCommand: Command<typeof OPTIONS> = {
  name: 'returned',
  summary: 'handle returned mail that was not understood: list, show, remove, retry',
  example: 'retry all',
  usage: `<list|show|remove|retry> [options]

  list [--limit <number>]     shows the newest messages that were not understood (default 50), and why
  show <number>               shows a message as it arrived
  remove <number or all>      removes it
  retry <number or all>       processes it again, for example after the rules have changed

The newest 10,000 messages and 500 MB are kept, the first MiB of each.`,
  options: OPTIONS,
  takes: { list: ['limit'], show: [], remove: [], retry: [] },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'list' && which === undefined) return list(values.limit ?? '50', json, context);
      if (which === undefined) return undefined;
      const all = which === 'all';
      if (action === 'show') return show(numberOf(which), context);
      if (action === 'remove') return all ? removeAll(context) : remove(numberOf(which), context);
      if (action === 'retry') return all ? retryAll(context) : retry(numberOf(which), context);
      return undefined;
    });
  },
};

/** The tools for processing returned mail. */
async function inboundToolsOf({ db, clock, returnAddress: address, secret }: StoreContext): Promise<InboundTools> {
  const path = address === undefined ? undefined : { address, secret: await secret() };
  return { db, clock, log: createLogger('silent'), path };
}

const COLUMNS: Columns<ReturnedLine> = {
  number: { value: ({ id }) => id },
  received_at: timeColumn('came', (mail) => mail.received_at),
  by: { value: ({ origin }) => origin },
  from: { value: (mail) => mail.mail_from, text: (mail) => cut(mail.mail_from, 40) },
  subject: { value: ({ subject }) => subject, text: ({ subject }) => cut(subject, 40) },
  reason: { value: ({ sentences }) => textOf(parseSentences(sentences)) },
};

async function list(limit: string, json: boolean, { db, print }: StoreContext): Promise<number> {
  const mails = await listReturned(db, parseNumber(limit, { name: 'The limit', least: 1, most: 99_999 }));
  printList(mails, COLUMNS, { json, print });
  const count = await countReturned(db);
  if (count > mails.length && !json) print(`${counted(count - mails.length, 'older one')}: --limit ${count}`);
  return 0;
}

async function show(id: number, { db, print }: StoreContext): Promise<number> {
  const mail = await findReturned(db, id);
  if (!mail) throw unknown(id);
  print(`came     ${timeText(mail.received_at)} UTC by ${mail.origin}`);
  print(printable(`from     ${mail.mail_from}`));
  print(printable(`to       ${mail.rcpt_to}`));
  print(printable(`reason   ${textOf(parseSentences(mail.sentences))}`));
  print('');
  const source = Buffer.from(mail.source).toString().toWellFormed();
  for (const line of source.split(/\r?\n/)) print(printable(line));
  return 0;
}

async function remove(id: number, { db, print }: StoreContext): Promise<number> {
  if (!(await deleteReturned(db, id))) throw unknown(id);
  print(`Message ${id} was removed.`);
  return 0;
}

async function removeAll({ db, print }: StoreContext): Promise<number> {
  const count = await deleteAllReturned(db);
  print(`${counted(count, 'message was', 'messages were')} removed.`);
  return 0;
}

async function retry(id: number, context: StoreContext): Promise<number> {
  const acted = await processStoredMail(await inboundToolsOf(context), id);
  if (!acted) throw unknown(id);
  context.print(printable(`Message ${id}: ${outcome(acted)}`));
  return acted.effect === 'kept' ? 1 : 0;
}

async function retryAll(context: StoreContext): Promise<number> {
  const tools = await inboundToolsOf(context);
  const counts = new Map<string, number>();
  for (let ids = await listReturnedIds(context.db, 0, 100); ids.length > 0; ) {
    for (const id of ids) {
      const acted = await processStoredMail(tools, id);
      if (acted) counts.set(acted.effect, (counts.get(acted.effect) ?? 0) + 1);
    }
    ids = await listReturnedIds(context.db, ids.at(-1) ?? 0, 100);
  }
  const parts = [...counts].map(([effect, count]) => `${count} ${LABELS[effect as MailEffect['effect']]}`);
  context.print(parts.length === 0 ? 'There are no messages to process again.' : parts.join(', '));
  return 0;
}

const LABELS: Record<MailEffect['effect'], string> = {
  bounce: 'recorded as a bounce',
  complaint: 'recorded as a complaint',
  unsubscribe: 'unsubscribed',
  known: 'already recorded',
  nothing: 'no effect',
  kept: 'still not understood',
};

function outcome({ effect, detail }: MailEffect): string {
  return `${LABELS[effect]} (${detail})`;
}

function numberOf(which: string): number {
  if (/^\d{1,15}$/.test(which)) return Number(which);
  throw new AppError('invalid', `"${which}" is not a message number; npx mailwright returned list shows them.`);
}

function unknown(id: number): AppError {
  return new AppError('not_found', `There is no message ${id}; npx mailwright returned list shows them.`);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
