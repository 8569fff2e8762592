// An SMTP server that is scripted step by step, and keeps what it was sent.
import net from 'node:net';
import type { TestContext } from 'node:test';

/**
 * The reaction at a step: a reply text, 'cut' to close the connection, 'hang' to stay silent,
 * 'drip' for a reply that never ends, a byte now and then.
 */
export type Step = string | 'cut' | 'hang' | 'drip';
export type Script = Partial<
  Record<'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'dataBegin' | 'end' | 'QUIT' | 'AUTH', Step>
> & {
  /** What came with the end of a message is thrown away, as servers do that expect no group. */
  forgetsGroups?: boolean;
};

function drip(socket: net.Socket): void {
  socket.write('250-');
  const timer = setInterval(() => socket.write('.'), 20);
  socket.on('close', () => clearInterval(timer));
}

/** A server that replies to each step as the script says; keeps the commands it received. */
export async function rawServer(t: TestContext, script: Script) {
  const seen: string[] = [];
  const bodies: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    let buffered = '';
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const act = (step: Step) => {
      if (step === 'cut') socket.destroy();
      else if (step === 'drip') drip(socket);
      else if (step !== 'hang') socket.write(`${step}\r\n`);
      return step !== 'cut' && step !== 'drip';
    };
    act(script.greeting ?? '220 raw.test ESMTP');
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      while (!socket.destroyed) {
        if (inData) {
          if (script.dataBegin !== undefined && buffered !== '') {
            act(script.dataBegin);
            return;
          }
          const end = `\r\n${buffered}`.indexOf('\r\n.\r\n');
          if (end === -1) return;
          bodies.push(buffered.slice(0, end));
          buffered = script.forgetsGroups ? '' : buffered.slice(end + 3);
          inData = false;
          if (!act(script.end ?? '250 2.0.0 Ok: queued as 1')) return;
          continue;
        }
        const end = buffered.indexOf('\r\n');
        if (end === -1) return;
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        seen.push(line);
        const verb = line.slice(0, 4).toUpperCase() as Exclude<keyof Script, 'forgetsGroups'>;
        const usual: Record<string, string> = {
          EHLO: '250-raw.test\r\n250-8BITMIME\r\n250 SIZE 1000000',
          DATA: '354 go on',
          QUIT: '221 bye',
          AUTH: '235 in',
          STAR: '502 no TLS',
        };
        const answer = script[verb] ?? usual[verb] ?? '250 ok';
        if (!act(answer)) return;
        if (verb === 'QUIT' && answer !== 'hang') socket.end();
        if (verb === 'DATA' && answer.startsWith('354')) inData = true;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, port, seen, bodies, sockets };
}
