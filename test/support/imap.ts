// A small IMAP server for tests (the part of RFC 9051 needed to read, move and delete mails): real
// sockets, literals, TLS, logins, and extensions that can be disabled.
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type Certificate, makeCertificate } from './certificates.ts';

export type ImapServer = {
  readonly port: number;
  readonly certificate: Certificate;
  /** Mails of a folder, in order. */
  mails(folder?: string): string[];
  append(source: string | Buffer, folder?: string): void;
  /** Names of the received commands, including `UID`, without tags and arguments. */
  readonly commands: string[];
  /** Number of login attempts. */
  logins(): number;
  settings: ImapSettings;
};

export type ImapSettings = {
  user: string;
  password: string;
  /** The token that XOAUTH2 requires. */
  accessToken: string;
  extensions: string[];
  /**
   * Called before a command is executed: `'cut'` closes the connection, a text is the response (`NO
   * …`).
   */
  before(command: string): string | undefined | Promise<string | undefined>;
  /** Lines without a tag that are sent before the answer to a command, unasked. */
  unasked(command: string): string;
  /** The first line that it sends. */
  greeting: string;
  /** UIDs of mails that are there and refused with this answer. */
  damaged: Map<number, string>;
};

export type ImapTls = 'none' | 'starttls' | 'implicit';

type Mail = { uid: number; source: Buffer; deleted: boolean };
type Folder = { mails: Mail[]; nextUid: number };
type Session = {
  socket: Socket;
  user: boolean;
  folder: Folder | undefined;
  /** Takes the next line: the response to a challenge. */
  answer: ((line: string) => void) | undefined;
};

const DEFAULTS = ['SASL-IR', 'UIDPLUS', 'MOVE', 'NAMESPACE', 'AUTH=PLAIN', 'AUTH=XOAUTH2'];

/** Starts a server on loopback with these folders. */
export async function openImapServer(
  t: { after(close: () => Promise<void>): void },
  options: { tls?: ImapTls; folders?: string[]; certificate?: Certificate } = {},
): Promise<ImapServer> {
  const { tls = 'none', folders: names = ['INBOX', 'Sent', 'Done'] } = options;
  const certificate = options.certificate ?? makeCertificate(['localhost']);
  const folders = new Map<string, Folder>(names.map((name) => [name, { mails: [], nextUid: 1 }]));
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let logins = 0;
  const settings: ImapSettings = {
    user: 'bounce@example.com',
    password: 'right "password"',
    accessToken: 'token-1',
    extensions: [...DEFAULTS, ...(tls === 'starttls' ? ['STARTTLS'] : [])],
    before: () => undefined,
    unasked: () => '',
    greeting: '* OK here',
    damaged: new Map(),
  };

  const server = createServer((plain) => {
    sockets.add(plain);
    plain.on('close', () => sockets.delete(plain));
    plain.on('error', () => undefined);
    const socket = tls === 'implicit' ? overTls(plain, certificate) : plain;
    const session: Session = { socket, user: false, folder: undefined, answer: undefined };
    attend(session);
    socket.write(`${settings.greeting}\r\n`);
  });

  /** Parses commands one by one; each is executed before the next is parsed. */
  function attend(session: Session): void {
    const { socket } = session;
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    let parts: (string | Buffer)[] = [];
    let want = -1; // bytes of a literal
    let turn = Promise.resolve();
    const onData = (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      for (;;) {
        if (want >= 0) {
          if (bytes.length < want) return;
          parts.push(bytes.subarray(0, want));
          bytes = bytes.subarray(want);
          want = -1;
        }
        const end = bytes.indexOf('\r\n');
        if (end < 0) return;
        const line = bytes.subarray(0, end).toString('latin1');
        bytes = bytes.subarray(end + 2);
        const literal = /\{(\d+)(\+?)\}$/.exec(line);
        parts.push(literal ? line.slice(0, literal.index) : line);
        if (literal) {
          want = Number(literal[1]);
          if (literal[2] === '') socket.write('+ go on\r\n');
          continue;
        }
        const whole = parts;
        parts = [];
        turn = turn.then(() => carryOut(session, whole, onData)).catch(() => void socket.destroy());
      }
    };
    socket.on('data', onData);
  }

  async function carryOut(session: Session, parts: (string | Buffer)[], onData: (p: Buffer) => void): Promise<void> {
    const { socket } = session;
    if (session.answer) {
      const { answer } = session;
      session.answer = undefined;
      return answer(String(parts[0]));
    }
    const [tag = '', first = '', ...rest] = words(parts);
    const isUid = first.toUpperCase() === 'UID';
    const name = (isUid ? (rest.shift() ?? '') : first).toUpperCase();
    commands.push(isUid ? `UID ${name}` : name);
    const instead = await settings.before(name);
    if (instead === 'cut') return void socket.destroy();
    if (instead !== undefined) return void socket.write(`${tag} ${instead}\r\n`);
    socket.write(settings.unasked(name));
    const say = (text: string | Buffer) => void socket.write(text);
    const done = (text = 'OK done') => say(`${tag} ${text}\r\n`);
    const folder = session.folder;

    switch (name) {
      case 'CAPABILITY':
        say(`* CAPABILITY IMAP4rev1 ${settings.extensions.join(' ')}\r\n`);
        return done();
      case 'NOOP':
      case 'ENABLE':
      case 'CLOSE':
        return done();
      case 'ID':
        say('* ID NIL\r\n');
        return done();
      case 'NAMESPACE':
        say('* NAMESPACE (("" "/")) NIL NIL\r\n');
        return done();
      case 'LOGOUT':
        say('* BYE gone\r\n');
        done();
        return void socket.end();
      case 'STARTTLS': {
        done('OK begin');
        socket.off('data', onData);
        session.socket = overTls(socket, certificate);
        settings.extensions = settings.extensions.filter((extension) => extension !== 'STARTTLS');
        return attend(session);
      }
      case 'LOGIN':
        logins += 1;
        session.user = rest[0] === settings.user && rest[1] === settings.password;
        return done(session.user ? 'OK in' : 'NO [AUTHENTICATIONFAILED] Wrong user or password');
      case 'AUTHENTICATE':
        return authenticate(session, rest, say, done);
      default:
        if (!session.user) return done('NO log in first');
    }
    switch (name) {
      case 'LIST':
      case 'LSUB':
        for (const path of folders.keys()) {
          if (rest[1] === '*' || rest[1] === path) say(`* ${name} (\\HasNoChildren) "/" "${path}"\r\n`);
        }
        return done();
      case 'SELECT':
      case 'EXAMINE': {
        session.folder = folders.get(rest[0] ?? '');
        if (!session.folder) return done('NO [NONEXISTENT] no such folder');
        say(`* FLAGS (\\Deleted \\Seen)\r\n* ${session.folder.mails.length} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n`);
        say(`* OK [UIDNEXT ${session.folder.nextUid}] ok\r\n`);
        return done('OK [READ-WRITE] selected');
      }
    }
    if (!folder) return done('BAD no folder is selected');
    const chosen = folder.mails.filter((mail) => inSet(rest[0] ?? '', mail.uid));
    const drop = (mails: Mail[]) => {
      for (const mail of mails) {
        say(`* ${folder.mails.indexOf(mail) + 1} EXPUNGE\r\n`);
        folder.mails.splice(folder.mails.indexOf(mail), 1);
      }
    };
    switch (name) {
      case 'SEARCH':
        say(`* SEARCH ${folder.mails.flatMap(({ uid }, i) => (inSet(rest[0] ?? '', i + 1) ? uid : [])).join(' ')}\r\n`);
        return done();
      case 'FETCH': {
        const refusal = chosen.flatMap(({ uid }) => settings.damaged.get(uid) ?? [])[0];
        if (refusal !== undefined) return done(refusal);
        for (const { uid, source } of chosen) {
          const max = Number(/<0\.(\d+)>/.exec(rest.join(' '))?.[1] ?? source.length);
          const part = source.subarray(0, max);
          const place = folder.mails.findIndex((mail) => mail.uid === uid) + 1;
          say(`* ${place} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n`);
          say(part);
          say(')\r\n');
        }
        return done();
      }
      case 'STORE':
        for (const mail of chosen) mail.deleted ||= rest.join(' ').includes('\\Deleted');
        return done();
      case 'EXPUNGE':
        drop(folder.mails.filter((mail) => mail.deleted && (!isUid || chosen.includes(mail))));
        return done();
      case 'COPY':
      case 'MOVE': {
        const target = folders.get(rest[1] ?? '');
        if (!target) return done('NO [TRYCREATE] no such folder');
        for (const { source } of chosen) target.mails.push({ uid: target.nextUid++, source, deleted: false });
        if (name === 'MOVE') drop(chosen);
        return done();
      }
      default:
        return done('BAD what?');
    }
  }

  function authenticate(
    session: Session,
    [mechanism, initial]: string[],
    say: (text: string) => void,
    done: (text?: string) => void,
  ): void {
    logins += 1;
    const decode = (text: string) => Buffer.from(text, 'base64').toString();
    const judge = (good: boolean) => {
      session.user = good;
      done(good ? 'OK in' : 'NO [AUTHENTICATIONFAILED] Invalid credentials');
    };
    // The response comes as the next line, so this command ends before it.
    const ask = (challenge: string, answer: (line: string) => void) => {
      session.answer = answer;
      say(`+ ${challenge}\r\n`);
    };
    if (mechanism === 'PLAIN') {
      const right = `\0${settings.user}\0${settings.password}`;
      ask('', (line) => judge(decode(line) === right));
    } else if (decode(initial ?? '') === `user=${settings.user}\x01auth=Bearer ${settings.accessToken}\x01\x01`) {
      judge(true);
    } else ask(Buffer.from('{"status":"400"}').toString('base64'), () => judge(false));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const folderOf = (name: string) => {
    const folder = folders.get(name);
    if (!folder) throw new Error(`no folder ${name}`);
    return folder;
  };
  return {
    port: (server.address() as AddressInfo).port,
    certificate,
    commands,
    settings,
    logins: () => logins,
    mails: (folder = 'INBOX') => folderOf(folder).mails.map((mail) => mail.source.toString()),
    append(source, folder = 'INBOX') {
      const target = folderOf(folder);
      target.mails.push({ uid: target.nextUid++, source: Buffer.from(source), deleted: false });
    },
  };
}

function overTls(socket: Socket, { key, cert }: Certificate): TLSSocket {
  return new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) });
}

/**
 * The words of a command: atoms, quoted strings without their quotes, literals; lists stay as they
 * are.
 */
function words(parts: readonly (string | Buffer)[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part !== 'string') return [part.toString()];
    const found = part.match(/"(?:\\.|[^"\\])*"|\([^)]*\)|[^\s]+/g) ?? [];
    return found.map((word) => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word));
  });
}

/** Whether a sequence set (`1:3,7`) contains a number. */
function inSet(set: string, number: number): boolean {
  return set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map(Number);
    return number >= from && number <= to;
  });
}
