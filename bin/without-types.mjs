// Gives Node our sources without their types, from copies that are made once and named after what
// they were made of. `bin/mailwright` loads it before a server. Node would do the same by itself, but
// keeps what it does it with in the memory of every thread (10 MB), and what its compile cache has
// read as well (5 to 10 MB). Where no copies can be written, Node does it.
// It also finds the modules beside a module by their addresses: Node asks the disk several times for
// each, which is a third of the time that a thread takes to start.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const HOME = join(import.meta.dirname, '..');
const SOURCES = join(HOME, 'src');
const COPIES = join(HOME, 'node_modules', '.cache', 'without-types');

/** The name of the copy that belongs to a source; other versions of Node may make another one. */
const nameOf = (source) => `${createHash('sha256').update(process.version).update(source).digest('hex')}.js`;

/** Makes the copies that are missing, and removes those that nothing needs. */
function makeCopies() {
  mkdirSync(COPIES, { recursive: true });
  const there = new Set(readdirSync(COPIES));
  const needed = new Set();
  for (const file of readdirSync(SOURCES, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const source = readFileSync(join(SOURCES, file));
    const name = nameOf(source);
    needed.add(name);
    if (there.has(name)) continue;
    const written = join(COPIES, `${name}.${process.pid}`); // another server may be starting too
    writeFileSync(written, stripTypeScriptTypes(source.toString()));
    renameSync(written, join(COPIES, name));
  }
  for (const name of there) if (!needed.has(name)) rmSync(join(COPIES, name), { force: true });
}

function readCopy(name) {
  try {
    return readFileSync(join(COPIES, name));
  } catch {
    return undefined;
  }
}

const NEAR = /^\.\.?\/.*\.(?:js|mjs|ts)$/;

/** Resolves relative addresses in modules. What of a folder Node found to be modules, all are. */
function nearResolver() {
  const formats = new Map();
  return (specifier, context, next) => {
    const { parentURL, conditions } = context;
    if (!NEAR.test(specifier) || !parentURL?.startsWith('file:') || !conditions.includes('import')) {
      return next(specifier, context);
    }
    const url = new URL(specifier, parentURL).href;
    const place = `${url.slice(0, url.lastIndexOf('/'))} ${url.slice(url.lastIndexOf('.'))}`;
    const format = formats.get(place);
    if (format !== undefined) return { url, format, shortCircuit: true };
    const found = next(specifier, context);
    if (found.url === url && found.format?.startsWith('module')) formats.set(place, found.format);
    return found;
  };
}

function useCopies() {
  const ours = pathToFileURL(`${SOURCES}/`).href;
  let mayMake = isMainThread; // threads run what the main thread has loaded
  registerHooks({
    resolve: nearResolver(),
    load(url, context, next) {
      if (context.format === 'module' && url.startsWith('file:') && !url.startsWith(ours)) {
        return { format: 'module', source: readFileSync(fileURLToPath(url)), shortCircuit: true };
      }
      if (!url.startsWith(ours) || !url.endsWith('.ts')) return next(url, context);
      const name = nameOf(readFileSync(fileURLToPath(url)));
      let source = readCopy(name);
      if (source === undefined && mayMake) {
        mayMake = false;
        spawnSync(process.execPath, [import.meta.filename], { stdio: 'ignore' }); // in a process that ends
        source = readCopy(name);
      }
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
}

if (import.meta.main) {
  process.removeAllListeners('warning'); // Node calls its stripping experimental; operators can do nothing about it
  makeCopies();
} else useCopies();
