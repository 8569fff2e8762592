import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { htmlOf, refusalOf } from '../../test/support/archives.ts';
import { makeZip, pictures, type ZipEntry } from '../../test/support/zips.ts';
import { AppError } from '../kernel/errors.ts';
import { parseArchive } from './archive.ts';
import { ZIP_LIMITS } from './zip.ts';

const page = { name: 'index.html', content: '<p>Hello</p>' };

describe('archives that are refused, each with its reason', () => {
  test('no zip, or a broken one', async () => {
    const notZip = 'Your archive does not seem to be a valid zip file.';
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.from('<html>'), Buffer.from('Rar!\x1a\x07\x00')]) {
      assert.equal(await refusalOf(bytes), notZip);
    }
    const whole = makeZip([
      { ...page, content: page.content.repeat(50) },
      { name: 'a.png', content: pictures.png },
    ]);
    for (let length = 4; length < whole.length; length++) {
      assert.match(await refusalOf(whole.subarray(0, length)), /^Your archive is damaged: /);
    }
  });

  test('names that leave the archive', async () => {
    const names = [
      '../index.html',
      'a/../../index.html',
      '/etc/index.html',
      '..\\index.html',
      'a\\index.html',
      'C:/index.html',
      'c:index.html',
      'a//b.html',
      './a.html',
      'a/..',
      'a\nb.html',
      'a\u0000.html',
      '..',
      '',
      '/',
      '../',
    ];
    for (const name of names) {
      assert.match(await refusalOf(makeZip([page, { name }])), /^Your archive contains an unsafe path: "/, name);
    }
    const long = await refusalOf(makeZip([page, { name: `../${'x'.repeat(5000)}` }]));
    assert(long.length < 200, long);
  });

  test('links, devices, passwords, doubles, unknown packings', async () => {
    const cases: [ZipEntry, string][] = [
      [{ name: 'a.png', content: '/etc/passwd', mode: 0o120777 }, 'Your archive contains a link: "a.png".'],
      [{ name: 'x', mode: 0o020666 }, 'Your archive contains something that is not a file: "x".'],
      [{ name: 'a.html', content: 'x', flags: 1 }, 'Your archive is protected by a password: "a.html".'],
      [{ name: 'index.html', content: 'x' }, 'Your archive contains "index.html" twice.'],
      [{ name: 'a.css', content: 'x', method: 12 }, 'Your archive compresses "a.css" in a way that is not supported.'],
      [{ name: 'a.css', content: 'x', statedCrc: 1 }, 'Your archive is damaged: "a.css" does not match its checksum.'],
      [{ name: 'a.png', content: 'no picture' }, 'Your archive contains "a.png", which is not a PNG image.'],
      [{ name: 'a.jpeg', content: pictures.png }, 'Your archive contains "a.jpeg", which is not a JPG image.'],
      [{ name: 'a.gif', content: '' }, 'Your archive contains "a.gif", which is not a GIF image.'],
    ];
    for (const [entry, text] of cases) assert.equal(await refusalOf(makeZip([page, entry])), text);
  });

  test('pictures that mail programs do not show, when the page uses them', async () => {
    const logo = { name: 'logo.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' };
    const used = { name: 'index.html', content: '<img src="logo.svg">' };
    assert.equal(
      await refusalOf(makeZip([used, logo])),
      'Your archive\'s page uses "logo.svg": only PNG, JPEG, GIF and WebP images are supported.',
    );
    assert.deepEqual((await parseArchive(makeZip([page, logo]))).files, []);
  });

  test('an entry of another size than it states is refused', async () => {
    const content = 'x'.repeat(1000);
    for (const lie of [{ statedSize: 10 }, { statedSize: 5000 }, { packed: Buffer.from('garbage') }]) {
      assert.equal(
        await refusalOf(makeZip([page, { name: 'a.css', content, ...lie }])),
        'Your archive is damaged: "a.css" cannot be unpacked.',
      );
    }
    const stored = { name: 'a.css', content, method: 0, statedSize: 10 };
    assert.match(await refusalOf(makeZip([page, stored])), /^Your archive is damaged: /);
    const beyond = { name: 'a.css', content, statedPackedSize: 1_000_000 };
    assert.match(await refusalOf(makeZip([page, beyond])), /^Your archive is damaged: /);
  });

  test('entries that overlap are refused', async () => {
    const shared = { name: 'a.css', content: 'x'.repeat(1000) };
    assert.equal(
      await refusalOf(makeZip([page, shared, { ...shared, name: 'b.css', at: 'a.css' }])),
      'Your archive is damaged: two of its files overlap.',
    );
  });

  test('too many, too large, too dense', async () => {
    const many = Array.from({ length: ZIP_LIMITS.entries }, (_, index) => ({ name: `${index}.txt` }));
    assert.equal(await refusalOf(makeZip([page, ...many])), 'Your archive contains more than 500 files.');
    assert.equal(await htmlOf([page, ...many.slice(1)]), page.content);
    assert.equal(
      await refusalOf(makeZip([page], { statedCount: 65534 })),
      'Your archive contains more than 500 files.',
    );
    const hundredThousand = Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}` }));
    assert.match(await refusalOf(makeZip(hundredThousand)), /^Your archive (?:contains more than|is damaged)/);

    const bomb = Buffer.alloc(5_000_000, 0x20);
    assert.equal(
      await refusalOf(makeZip([page, { name: 'a.css', content: bomb }])),
      'Your archive looks like a zip bomb: "a.css" grows more than 100 times.',
    );
    const large = 'Your archive contains a file that is too large: "a.css" (maximum is 10 MB).';
    const elevenMegabytes = Buffer.alloc(11_000_000, 0x20);
    assert.equal(await refusalOf(makeZip([page, { name: 'a.css', content: elevenMegabytes, method: 0 }])), large);
    const lying = { name: 'a.css', content: elevenMegabytes, statedSize: 1000 };
    assert.match(await refusalOf(makeZip([page, lying])), /a zip bomb|cannot be unpacked/);
    const inner = { name: 'inner.zip', content: makeZip([{ name: 'index.html', content: bomb }]) };
    assert.equal(await htmlOf([page, inner]), page.content, 'what is not used is not unpacked');

    const noise = Buffer.alloc(9_900_000, pictures.png);
    pictures.png.copy(noise);
    const packed = deflateRawSync(noise, { level: 0 });
    const six = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `${n}.png`, content: noise, packed }));
    const tooMuch = 'Your archive is too large when unpacked (maximum is 50 MB).';
    assert.equal(await refusalOf(makeZip([page, ...six])), tooMuch);
    const longPage = { name: 'index.html', content: 'abcdefgh'.repeat(700_000), method: 0 };
    assert.equal(
      await refusalOf(makeZip([longPage])),
      "Your archive's page is too long (maximum is 5000000 characters).",
    );
  });

  test('whatever bytes come, the answer is a page or a reason', async () => {
    const whole = Buffer.from(
      makeZip([
        { name: 'index.html', content: '<img src=a.png>'.repeat(20) },
        { name: 'a.png', content: pictures.png },
      ]),
    );
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (bytes) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of bytes) changed[at] = byte;
        await parseArchive(changed).catch((error: unknown) => assert(error instanceof AppError, String(error)));
      }),
      { numRuns: 400 },
    );
  });
});
