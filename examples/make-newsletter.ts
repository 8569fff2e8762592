// Writes examples/newsletter.zip: a template archive as a marketer would upload it, an index page with a style sheet and
// pictures, merge tags in the text. Run: node examples/make-newsletter.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

type Color = readonly [red: number, green: number, blue: number];

/** A PNG (ISO/IEC 15948) of `width` × `height` pixels, 8 bits a channel. */
function png(width: number, height: number, colourAt: (x: number, y: number) => Color): Uint8Array {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, true color
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Hills before an evening sky. */
function landscape(x: number, y: number): Color {
  const hill = (height: number, wave: number, shift: number) => y > height + 18 * Math.sin(x / wave + shift);
  if (hill(180, 47, 0)) return [22, 61, 74];
  if (hill(150, 71, 2)) return [33, 96, 104];
  if (hill(122, 103, 4)) return [64, 138, 134];
  if ((x - 430) ** 2 + (y - 70) ** 2 < 1100) return [255, 236, 179];
  return [255 - Math.floor(y / 3), 176 + Math.floor(y / 5), 138 + Math.floor(y / 2.5)];
}

/** A peak before the sun, up to the edges: the page makes it round, on any ground. */
function badge(x: number, y: number): Color {
  if (y > 26 + Math.abs(x - 26) * 0.9) return [33, 96, 104];
  if (y > 34 + Math.abs(x - 46) * 0.8) return [64, 138, 134];
  return Math.hypot(x - 44, y - 20) < 9 ? [255, 236, 179] : [255, 201, 112];
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>The new season begins</title>
<link rel="stylesheet" href="style.css">
</head>
<body class="ground">
<div style="display:none;max-height:0;overflow:hidden">Dry paths, long evenings, and three walks to begin with.</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="around">
<table role="presentation" class="page" width="600" cellpadding="0" cellspacing="0" border="0">
<tr><td class="brand">Walks &amp; Wanders</td></tr>
<tr><td class="picture"><img src="images/hills.png" width="600" height="236" alt="Green hills before an orange evening sky, the sun low behind them"></td></tr>
<tr><td class="text">
  <h1>Hello [FNAME:filter:defaultvalue(there)], the paths are dry again</h1>
  <p>The evenings grow long, the larks are up, and from today on our guides are out every weekend. Three walks to begin with, each
  of them with a train station at both ends.</p>
</td></tr>
<tr><td class="text">
  <table role="presentation" class="walk" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
    <td class="badge" width="64" valign="top"><img src="images/badge.png" width="48" height="48" alt=""></td>
    <td valign="top"><h2><a href="https://walks.example/routes/long-way-round?from=mail">The long way round</a></h2>
      <p>18 km along the ridge, with the lake in sight all day. Moderate, six hours.</p></td></tr></table>
  <table role="presentation" class="walk" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
    <td class="badge" width="64" valign="top"><img src="images/badge.png" width="48" height="48" alt=""></td>
    <td valign="top"><h2><a href="https://walks.example/routes/mill-valley?from=mail">Five mills, one valley</a></h2>
      <p>11 km by the water, bread and cheese in the third mill. Easy, four hours.</p></td></tr></table>
  <table role="presentation" class="walk" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
    <td class="badge" width="64" valign="top"><img src="images/badge.png" width="48" height="48" alt=""></td>
    <td valign="top"><h2><a href="https://walks.example/routes/night-owls?from=mail">For night owls</a></h2>
      <p>7 km under the full moon, with a lantern and soup at the end. Easy, three hours.</p></td></tr></table>
</td></tr>
<tr><td class="text action"><a class="button" href="https://walks.example/season?from=mail">Choose your walk</a></td></tr>
<tr><td class="foot">
  <p>You read this because you asked for our letters to [EMAIL].<br>
  <a href="[WEB_VERSION_URL]">Read it in a browser</a> &nbsp;·&nbsp; <a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>
  <p>[COMPANY_FULL_ADDRESS]</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const style = `body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
.ground { background-color: #eef2f1 }
.around { padding: 24px 12px }
.page { width: 100%; max-width: 600px; background-color: #ffffff; border-radius: 12px; color: #16323c; font-family: -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
.brand { padding: 20px 32px; font-size: 15px; font-weight: bold; letter-spacing: 0.3px; color: #216068 }
.picture { font-size: 0; line-height: 0 }
.picture img { display: block; width: 100%; max-width: 600px; height: auto; border: 0 }
.text { padding: 8px 32px; font-size: 16px; line-height: 1.55 }
h1 { margin: 20px 0 8px; font-size: 26px; line-height: 1.25; font-weight: bold }
h2 { margin: 0 0 4px; font-size: 18px; line-height: 1.3 }
h2 a { color: #216068; text-decoration: none }
p { margin: 0 0 12px }
.walk { margin: 0; border-top: 1px solid #dfe7e6 }
.walk td { padding: 16px 0 4px }
.badge img { display: block; border: 0; border-radius: 24px }
.action { padding: 12px 32px 36px }
.button { display: inline-block; padding: 14px 28px; border-radius: 8px; background-color: #216068; color: #ffffff; font-size: 16px; font-weight: bold; text-decoration: none }
.foot { padding: 20px 32px 24px; border-top: 1px solid #dfe7e6; font-size: 13px; line-height: 1.5; color: #566b72 }
.foot a { color: #566b72 }
@media (max-width: 480px) {
  .around { padding: 0 !important }
  .page { border-radius: 0 !important }
  .brand, .text, .foot { padding-left: 20px !important; padding-right: 20px !important }
  h1 { font-size: 23px !important }
  .button { display: block !important; text-align: center !important }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0f1719 !important }
  .page { background-color: #182326 !important; color: #e4eceb !important }
  .brand, h2 a { color: #7fc4c2 !important }
  .walk, .foot { border-color: #2c3a3e !important }
  .button { background-color: #7fc4c2 !important; color: #0f1f22 !important }
  .foot, .foot a { color: #a3b3b5 !important }
}
`;

const archive = zipSync(
  {
    'newsletter/index.html': strToU8(page),
    'newsletter/style.css': strToU8(style),
    'newsletter/images/hills.png': png(1200, 472, (x, y) => landscape(x / 2.143, y / 2.143)),
    'newsletter/images/badge.png': png(96, 96, (x, y) => badge(x / 1.5, y / 1.5)),
  },
  { level: 9, mtime: new Date('2026-01-01T00:00:00') },
);
writeFileSync(join(import.meta.dirname, 'newsletter.zip'), archive);
