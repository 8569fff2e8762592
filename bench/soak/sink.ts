// A mail server that accepts everything and remembers the addresses of links and pictures in the
// last mails, for those who open and click.
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type LinkSink = { port: number; taken(): number; links(): readonly string[]; stop(): void };

const KEPT = 500;

export async function startLinkSink(): Promise<LinkSink> {
  let taken = 0;
  const links: string[] = [];

  /** Of some mails: reading them costs more than taking them. */
  function note(mail: string): void {
    taken += 1;
    if (taken % 20 !== 0) return;
    const plain = mail.replace(/=\r\n/g, '').replaceAll('=3D', '=');
    for (const [, path] of plain.matchAll(/http:\/\/mail\.bench\.test(\/[co]\/[\w.~-]+)/g)) links.push(path ?? '');
    links.splice(0, links.length - KEPT);
  }

  function serve(socket: Socket): void {
    let inData = false;
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.write('220 soak ESMTP\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const said = rest.slice(0, end);
        rest = rest.slice(end + (inData ? 5 : 2));
        if (inData) note(said);
        const isData = !inData && /^DATA/i.test(said);
        if (/^EHLO/i.test(said) && !inData) socket.write('250-soak\r\n250-PIPELINING\r\n250 8BITMIME\r\n');
        else if (/^QUIT/i.test(said) && !inData) socket.end('221 bye\r\n');
        else socket.write(isData ? '354 go\r\n' : '250 2.0.0 OK\r\n');
        inData = isData;
      }
    });
  }

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => taken,
    links: () => links,
    stop: () => server.close(),
  };
}
