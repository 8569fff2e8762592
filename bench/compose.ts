// Messages composed a second on one core: 5 KB of personalized HTML with 12 tracked links, open
// pixel, plain text made from it, and all headers. Links are given, not signed: signing is measured
// with delivery.
//
//   node bench/compose.ts
import { cpus } from 'node:os';
import { compileMessage } from '../src/mail/mime/compile.ts';
import { composeMessage, messageText } from '../src/mail/mime/compose.ts';
import { dataBlock } from '../src/mail/smtp/data-block.ts';
import { source } from '../test/support/compose.ts';
import { readOptions } from '../test/support/options.ts';

readOptions(import.meta.filename, {});

const paragraph = (i: number) =>
  `<p>Hello [FNAME], this is a paragraph of text for [EMAIL] in [CITY:filter:defaultvalue(your town)]: lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. <a href="https://shop.example/article/${i}?utm=mail">Read on</a></p>\n`;
const html = `<!doctype html><html><body>${Array.from({ length: 12 }, (_, i) => paragraph(i)).join('')}<p>[COMPANY_FULL_ADDRESS]</p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></body></html>`;

const compiled = compileMessage({ ...source, html });

const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCd';
function values(i: number) {
  const fields: Record<string, string> = {
    FNAME: i % 7 === 0 ? 'Zoë' : 'Maria',
    LNAME: `Example ${i}`,
    EMAIL: `reader${i}@example.org`,
    CITY: i % 3 === 0 ? '' : 'Berlin',
    COMPANY_FULL_ADDRESS: 'Example Shop\nMain Street 1\n10115 Berlin\nGermany',
    UNSUBSCRIBE_URL: `https://mail.example/u/${i}-${token}`,
  };
  return {
    lookup: (tag: string) => fields[tag],
    linkUrl: (index: number) => `https://mail.example/c/${i}.${index}-${token}`,
    openUrl: `https://mail.example/o/${i}-${token}`,
    unsubscribeUrl: `https://mail.example/u/${i}-${token}`,
    messageId: `${i}.ab123456@mail.example`,
    date: 1_795_000_000_000 + i,
    toAddress: `reader${i}@example.org`,
  };
}

function run(count: number): { seconds: number; cpuSeconds: number; bytes: number } {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let bytes = 0;
  for (let i = 0; i < count; i += 1) {
    const message = composeMessage(compiled, values(i));
    if (message.kind === 'refused') throw new Error(message.text);
    bytes += dataBlock(messageText(message)).length; // as written to the socket
  }
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6, bytes };
}

run(10_000);
const count = 100_000;
const { seconds, cpuSeconds, bytes } = run(count);
console.log(`| measure | value |
|---|---|
| machine | ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node} |
| HTML | ${html.length} bytes, ${compiled.links.length} links |
| message | ${Math.round(bytes / count)} bytes |
| composed | ${Math.round(count / seconds)} messages/s |
| composed a CPU second | ${Math.round(count / cpuSeconds)} messages |
| output | ${Math.round(bytes / seconds / 1e6)} MB/s |`);
