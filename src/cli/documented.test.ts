// Command lines that people are told to type: in the documents as a whole, in sentences of the
// program the command, its action and its options.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasOption, parseArguments } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { actionsOf, wordsFault } from './words.ts';

const HOME = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(HOME, path), 'utf8');

/** What stands after `npx mailwright`, to the end of the code or of the line. */
const callsIn = (text: string) =>
  [...text.matchAll(/(?:npx |\/bin\/)mailwright ([a-z][a-z-]*\b[^`\n|;]*)/g)].map(([, call = '']) => call.trim());

/**
 * The words of a call without comments, redirections and what may be left out; `<uid or email>` is
 * one.
 */
function wordsOf(call: string): string[] {
  const typed = call.replace(/\s(?:#|&&|\\$|[<>]+\s).*$/, '').replaceAll(/\[[^\]]*\]|\$\([^)]*\)/g, '');
  return (typed.match(/"[^"]*"|'[^']*'|<[^>]*>|[^\s]+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, ''));
}

test('each command line of the documents is one that the command takes', async () => {
  const faults: string[] = [];
  for (const page of ['README.md', ...globSync('docs/*.md', { cwd: HOME })]) {
    for (const call of callsIn(read(page))) {
      const [name = '', ...args] = wordsOf(call);
      if (!Object.hasOwn(COMMANDS, name)) faults.push(`${page}: there is no command: ${call}`);
      const load = COMMANDS[name];
      if (!load || args.length === 0 || args.includes('…') || hasOption(args, '--help')) continue;
      const command = await load();
      const given = parseArguments(command, args);
      const fault = 'fault' in given ? given.fault : wordsFault(command.usage, given.words);
      if (fault !== undefined && !('words' in given && given.values['take-back']))
        faults.push(`${page}: ${fault} ${call}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('sentences of the program name commands, actions and options that there are', async () => {
  const faults: string[] = [];
  const files = globSync(['src/**/*.ts', 'ui/src/**/*.{ts,tsx}', 'deploy/**/*.{yml,md,service}'], { cwd: HOME });
  for (const file of files.filter((path) => !/(?:\.test\.ts|cli\/documented\.test\.ts)$/.test(path))) {
    for (const call of callsIn(read(file))) {
      const [, name = '', action = ''] = /^([a-z-]+)(?: ([a-z-]+)\b)?/.exec(call) ?? [];
      const command = await COMMANDS[name]?.();
      if (!command) {
        faults.push(`${file}: there is no command: ${call}`);
        continue;
      }
      const actions = actionsOf(command.usage);
      if (actions && action !== '' && !action.startsWith('-') && !actions.includes(action))
        faults.push(`${file}: ${action}: ${call}`);
      for (const [, option = ''] of call.matchAll(/\s--([a-z][a-z0-9-]*)/g)) {
        if (!['help', 'version'].includes(option) && !Object.hasOwn(command.options, option))
          faults.push(`${file}: --${option}: ${call}`);
      }
    }
  }
  assert.deepEqual(faults, []);
});
