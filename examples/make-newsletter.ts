// Writes examples/newsletter.zip: a template archive as a marketer would upload it, an index page with a style sheet and
// pictures, merge tags in the text. Run: node examples/make-newsletter.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

type Colour = readonly [red: number, green: number, blue: number];

/** A PNG (ISO/IEC 15948) of `width` × `height` pixels, 8 bits a channel. */
function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, true colour
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
function landscape(x: number, y: number): Colour {
  const hill = (height: number, wave: number, shift: number) => y > height + 18 * Math.sin(x / wave + shift);
  if (hill(180, 47, 0)) return [22, 61, 74];
  if (hill(150, 71, 2)) return [33, 96, 104];
  if (hill(122, 103, 4)) return [64, 138, 134];
  if ((x - 430) ** 2 + (y - 70) ** 2 < 1100) return [255, 236, 179];
  return [255 - Math.floor(y / 3), 176 + Math.floor(y / 5), 138 + Math.floor(y / 2.5)];
}

/** A round badge on white. */
function badge(x: number, y: number): Colour {
  const distance = Math.hypot(x - 32, y - 32);
  if (distance > 30) return [255, 255, 255];
  return distance > 22 ? [33, 96, 104] : [255, 201, 112];
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>[CAMPAIGN_NAME]</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<table role="presentation" class="page" width="100%"><tr><td>
  <img src="images/hills.png" width="560" height="220" alt="Hills in the evening sun">
  <h1>Hello [FNAME:filter:defaultvalue(there)],</h1>
  <p>the paths around <b>[CITY:filter:defaultvalue(your town)]</b> are dry again, and the new season begins on [CURRENT_DATE].</p>
  <p><img src="images/badge.png" width="64" height="64" alt="Badge" class="badge">
     As a member of the <em>[PLAN]</em> plan you can
     <a href="https://walks.example/season?from=mail&amp;plan=[PLAN:filter:urlencode]">choose your walks</a> today.</p>
  <p><a class="button" href="https://walks.example/routes/long-way-round#map">See the long way round</a></p>
  <p class="small">You read this at [EMAIL]. <a href="[WEB_VERSION_URL]">Read it in a browser</a></p>
</td></tr></table>
</body>
</html>
`;

const style = `body { margin: 0; background: #eef2f1; font-family: Georgia, serif; color: #163d4a }
.page td { background: #ffffff; padding: 24px; max-width: 560px }
.badge { float: right; margin-left: 16px }
.button { background: #216068; color: #ffffff; padding: 10px 18px; text-decoration: none }
.small { font-size: 13px; color: #5b6f75 }
`;

const archive = zipSync(
  {
    'newsletter/index.html': strToU8(page),
    'newsletter/style.css': strToU8(style),
    'newsletter/images/hills.png': png(560, 220, landscape),
    'newsletter/images/badge.png': png(64, 64, badge),
  },
  { level: 9, mtime: new Date('2026-01-01T00:00:00') },
);
writeFileSync(join(import.meta.dirname, 'newsletter.zip'), archive);
