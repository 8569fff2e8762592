// Builds the UI into dist/ui, a file a route, each also as brotli and gzip: the server sends what is
// there and compresses nothing.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, '../dist/ui');

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] }), compress()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    chunkSizeWarningLimit: 1_000,
  },
});

function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle() {
      const folder = join(OUT, 'assets');
      for (const name of await readdir(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const bytes = await readFile(join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params }));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}
