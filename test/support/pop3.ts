// A small POP3 server for tests (RFC 1939, STLS, XOAUTH2): real sockets and TLS; mails that are
// marked go with QUIT alone.
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type Certificate, makeCertificate } from './certificates.ts';

export type Pop3Server = {
  readonly port: number;
  readonly certificate: Certificate;
  mails: Buffer[];
  readonly commands: string[];
  settings: {
    user: string;
    password: string;
    accessToken: string;
    /** The first line that it sends. */
    greeting: string;
    /** Called before a command: `'cut'` closes the connection, a text is the answer. */
    before(command: string): string | undefined;
  };
};

type Session = { socket: Socket; user: string; isIn: boolean; mails: { source: Buffer; gone: boolean }[] };

/** Starts a server on loopback. */
export async function openPop3Server(
  t: { after(close: () => Promise<void>): void },
  { tls = 'none' }: { tls?: 'none' | 'starttls' | 'implicit' } = {},
): Promise<Pop3Server> {
  const certificate = makeCertificate(['localhost']);
  const sockets = new Set<Socket>();
  const server: Pop3Server = {
    port: 0,
    certificate,
    mails: [],
    commands: [],
    settings: {
      user: 'bounce@example.com',
      password: 'right password',
      accessToken: 'token-1',
      greeting: '+OK here',
      before: () => undefined,
    },
  };
  const secured = (socket: Socket) =>
    new TLSSocket(socket, {
      isServer: true,
      secureContext: createSecureContext({ key: certificate.key, cert: certificate.cert }),
    });

  function attend(session: Session): void {
    let text = '';
    const { socket } = session;
    socket.on('error', () => undefined);
    const onData = (part: Buffer) => {
      text += part.toString('latin1');
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (carryOut(session, line) === 'upgrade') {
          socket.off('data', onData);
          session.socket = secured(socket);
          return attend(session);
        }
      }
    };
    socket.on('data', onData);
  }

  function carryOut(session: Session, line: string): 'upgrade' | undefined {
    const { socket } = session;
    const [name = '', ...rest] = line.split(' ');
    const word = name.toUpperCase();
    server.commands.push(word);
    const say = (reply: string) => void socket.write(`${reply}\r\n`);
    const instead = server.settings.before(word);
    if (instead === 'cut') return void socket.destroy();
    if (instead !== undefined) return say(instead) as undefined;
    const mail = session.mails[Number(rest[0]) - 1];
    const enter = () => {
      session.isIn = true;
      session.mails = server.mails.map((source) => ({ source, gone: false }));
      say('+OK in');
    };
    if (word === 'QUIT') {
      const gone = new Set(session.mails.filter((one) => one.gone).map(({ source }) => source));
      server.mails = server.mails.filter((source) => !gone.has(source));
      say('+OK bye');
      return void socket.end();
    }
    if (word === 'STLS') {
      say(tls === 'starttls' ? '+OK begin' : '-ERR unknown');
      return tls === 'starttls' ? 'upgrade' : undefined;
    }
    if (word === 'USER') session.user = rest.join(' ');
    if (word === 'USER') return say('+OK') as undefined;
    if (word === 'PASS') {
      const isRight = session.user === server.settings.user && rest.join(' ') === server.settings.password;
      return isRight ? (enter() as undefined) : (say('-ERR [AUTH] wrong user or password') as undefined);
    }
    if (word === 'AUTH') {
      const right = `user=${server.settings.user}\u0001auth=Bearer ${server.settings.accessToken}\u0001\u0001`;
      const isRight = Buffer.from(rest[1] ?? '', 'base64').toString() === right;
      return isRight
        ? (enter() as undefined)
        : (say(`+ ${Buffer.from('{"status":"400"}').toString('base64')}`) as undefined);
    }
    if (word === '') return say('-ERR [AUTH] invalid credentials') as undefined;
    if (!session.isIn) return say('-ERR log in first') as undefined;
    if (word === 'LIST') {
      const lines = session.mails.map(({ source }, i) => `${i + 1} ${source.length}`);
      return say(['+OK', ...lines, '.'].join('\r\n')) as undefined;
    }
    if (!mail || mail.gone) return say('-ERR no such message') as undefined;
    if (word === 'DELE') mail.gone = true;
    if (word === 'DELE') return say('+OK marked') as undefined;
    if (word !== 'RETR') return say('-ERR what?') as undefined;
    say(`+OK ${mail.source.length} octets`);
    const stuffed = mail.source.toString('latin1').replace(/^\./gm, '..');
    socket.write(stuffed.endsWith('\r\n') ? stuffed : `${stuffed}\r\n`, 'latin1');
    say('.');
    return undefined;
  }

  const listener = createServer((plain) => {
    sockets.add(plain);
    plain.on('close', () => sockets.delete(plain)).on('error', () => undefined);
    const socket = tls === 'implicit' ? secured(plain) : plain;
    attend({ socket, user: '', isIn: false, mails: [] });
    socket.write(`${server.settings.greeting}\r\n`);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => listener.close(() => resolve()));
  });
  return Object.assign(server, { port: (listener.address() as AddressInfo).port });
}
