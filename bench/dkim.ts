// The cost of DKIM signatures: 5 KB of personalized HTML composed without, and with a signature of
// an RSA key (2,048 bits), of an Ed25519 key, and of both. Keys sign in separate threads: "busy" is
// the share of time in which the composing (and sending) thread was busy.
//
//   node bench/dkim.ts
import { generateKeyPairSync, sign } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import { signedMessage } from '../src/delivery/compose/sign.ts';
import type { SigningKey } from '../src/mail/dkim/dkim.ts';
import { compileMessage } from '../src/mail/mime/compile.ts';
import { composeMessage } from '../src/mail/mime/compose.ts';
import { source } from '../test/support/compose.ts';
import { readOptions } from '../test/support/options.ts';

readOptions(import.meta.filename, {});

const LANES = 50; // messages being signed at a time
const SECONDS = 3;

const paragraph = (i: number) =>
  `<p>Hello [FNAME], paragraph ${i}: lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. <a href="https://shop.example/article/${i}">Read on</a></p>\n`;
const html = `<!doctype html><html><body>${Array.from({ length: 12 }, (_, i) => paragraph(i)).join('')}</body></html>`;
const compiled = compileMessage({ ...source, html });

function compose(i: number) {
  const token = `${i}-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCd`;
  const message = composeMessage(compiled, {
    lookup: () => `Maria ${i}`,
    linkUrl: (index) => `https://mail.example/c/${index}.${token}`,
    openUrl: `https://mail.example/o/${token}`,
    unsubscribeUrl: `https://mail.example/u/${token}`,
    messageId: `${token}@mail.example`,
    date: 1_795_000_000_000,
    toAddress: `reader${i}@example.org`,
  });
  if (message.kind === 'refused') throw new Error(message.text);
  return message;
}

const rsa: SigningKey = {
  domain: 'shop.example',
  selector: 'r1',
  algorithm: 'rsa-sha256',
  key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
};
const ed25519: SigningKey = {
  domain: 'shop.example',
  selector: 'e1',
  algorithm: 'ed25519-sha256',
  key: generateKeyPairSync('ed25519').privateKey,
};

/** Signatures a second of one thread that does nothing else. */
function bare({ algorithm, key }: SigningKey): number {
  const data = Buffer.alloc(1000, 'x');
  const until = performance.now() + 1000;
  let count = 0;
  for (; performance.now() < until; count += 1) sign(algorithm === 'rsa-sha256' ? 'sha256' : null, data, key);
  return count;
}

async function measure(name: string, keys: readonly SigningKey[], seconds = SECONDS): Promise<string> {
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const start = performance.now();
  const until = start + seconds * 1000;
  let count = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const data = signedMessage(compose(count), keys, Date.now());
      if (data instanceof Promise) await data;
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const took = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const { utilization } = performance.eventLoopUtilization(loop);
  const perMessage = Math.round((user + system) / count);
  const busy = keys.length === 0 ? 100 : Math.round(utilization * 100);
  return `| ${name} | ${Math.round(count / took)} | ${perMessage} µs | ${busy} % |`;
}

await measure('', [rsa, ed25519], 1);
console.log(`${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.versions.node}
One thread, signatures alone: RSA ${bare(rsa)}/s, Ed25519 ${bare(ed25519)}/s

| message | messages/s | CPU time each | busy |
|---|---|---|---|
${await measure('plain', [])}
${await measure('RSA-2048', [rsa])}
${await measure('Ed25519', [ed25519])}
${await measure('both', [rsa, ed25519])}`);
