// A mail server for benchmarks, in a separate process: accepts every message as fast as it can and
// keeps none. Prints its port; for each line on standard input it prints how many messages it
// accepted.
import { type AddressInfo, createServer, type Socket } from 'node:net';

let taken = 0;

function serve(socket: Socket): void {
  let inData = false;
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 bench ESMTP\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    let answer = '';
    for (;;) {
      const end = inData ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
      if (end < 0) break;
      if (inData) {
        rest = rest.slice(end + 5);
        inData = false;
        taken += 1;
        answer += '250 2.0.0 OK\r\n';
        continue;
      }
      const command = rest.slice(0, end).toUpperCase();
      rest = rest.slice(end + 2);
      if (command.startsWith('EHLO')) answer += '250-bench\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
      else if (command === 'DATA') {
        inData = true;
        answer += '354 go\r\n';
      } else if (command === 'QUIT') {
        socket.end('221 bye\r\n');
        return;
      } else answer += '250 OK\r\n';
    }
    if (answer !== '') socket.write(answer);
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  console.log(String((server.address() as AddressInfo).port));
});
process.stdin.on('data', () => console.log(String(taken)));
process.stdin.on('end', () => process.exit(0));
