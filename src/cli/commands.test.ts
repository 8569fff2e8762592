import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { parseArguments } from './arguments.ts';
import { type Context, LIST_OPTIONS } from './command.ts';
import { COMMANDS } from './commands.ts';
import { runCommandLine } from './run.ts';
import { actionsOf, wordsFault } from './words.ts';

/** Runs a command line that must neither open a store nor start a server. */
async function run(...args: string[]) {
  const [out, faults]: [string[], string[]] = [[], []];
  const never = () => Promise.reject(new Error('This must not begin anything.'));
  const context: Context = {
    clock: { now: () => 0 },
    print: (line) => void out.push(line),
    warn: (line) => void faults.push(line),
    stdout: { write: () => true },
    readLine: never,
    program: { mainFile: '', environment: {} },
    serve: never,
    installation: () => {
      throw new Error('This must not begin anything.');
    },
    withStore: never,
  };
  const code = await runCommandLine(args, context, '1.2.3');
  return { code, out: out.join('\n'), faults: faults.join('\n') };
}

test('every command is listed, here and in docs/commands.md, and its help has exactly its options', async () => {
  const { code, out: list } = await run('--help');
  assert.equal(code, 0);
  const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(documented, Object.keys(COMMANDS));
  const folder = readdirSync(new URL('commands/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const files = folder.filter((path) => /(?<!\.test)\.ts$/.test(path)).map((path) => basename(path));
  assert.deepEqual(files.sort(), documented.map((name) => `${name}.ts`).sort());
  for (const [name, load] of Object.entries(COMMANDS)) {
    const command = await load();
    assert.equal(command.name, name);
    assert.ok(list.includes(`\n  ${name.padEnd(14)}${command.summary}\n`), name);
    for (const args of [['--help'], ['-h'], ['list', '--nonsense', '--help']]) {
      const help = await run(name, ...args);
      assert.deepEqual([help.code, help.faults], [0, ''], name);
      assert.match(help.out, new RegExp(`^Usage: npx mailwright ${name}\\b`));
      const told = new Set([...help.out.matchAll(/(?<![\w-])--([a-z][a-z0-9-]*)/g)].map(([, option]) => option));
      const common = actionsOf(command.usage)?.includes('list') ? Object.keys(LIST_OPTIONS) : [];
      assert.deepEqual([...told].sort(), [...Object.keys(command.options), ...common].sort(), name);
      assert.ok(help.out.endsWith(`\n\nExample: npx mailwright ${`${name} ${command.example}`.trim()}`), name);
    }
    const words = (command.example.replace(/ [<>] \S+$/, '').match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      word.replaceAll('"', ''),
    );
    const parsed = parseArguments(command, words);
    assert.ok('words' in parsed, command.example);
    assert.equal(wordsFault(command.usage, parsed.words), undefined, command.example);
    const actions = actionsOf(command.usage);
    const taken = Object.entries(command.takes ?? {});
    const needed = Object.keys(command.options).length > 0 ? actions : undefined;
    assert.deepEqual(taken.map(([action]) => action).sort(), [...(needed ?? [])].sort(), name);
    const some = new Set(taken.flatMap(([, options]) => options));
    if (needed) assert.deepEqual([...some].sort(), Object.keys(command.options).sort(), name);
    assert.deepEqual(await run(name, 'add', '--version'), { code: 0, out: '1.2.3', faults: '' });
  }
});

test('words of a command line move no cursor where they are told back', async () => {
  for (const args of [
    ['\x1b[2Jcook'],
    ['--\x1b[2J'],
    ['key', '\x1b[2J'],
    ['key', 'list', '--\x1b[2J'],
    ['settle', 'C', '\x1b[2J', '--mailed', 'f'],
  ]) {
    const { code, faults } = await run(...args);
    assert.deepEqual([code > 0, /\p{C}/u.test(faults.replaceAll('\n', ''))], [true, false], JSON.stringify(args));
  }
});

test('unknown words are an error before anything begins, with a suggestion', async () => {
  for (const [line, fault] of [
    ['cook', 'There is no command "cook".'],
    ['costumer list', 'There is no command "costumer". Did you mean customer?'],
    ['toString', 'There is no command "toString".'],
    ['--hlep', 'There is no option --hlep. Did you mean --help?'],
    ['key lst', 'There is no "lst" here. Did you mean list?'],
    ['relay add --lane 3', 'There is no option --lane. Did you mean --lanes?'],
    ['serve --sed', 'There is no option --sed. Did you mean --seed?'],
    ['serve now', '"now" is too much.'],
    ['demo now then', '"now", "then" are too much.'],
    ['import 1', '<file.csv> is missing.'],
    ['suppression add', '<address> is missing.'],
    ['person erase', '<address> is missing.'],
    ['switch --dry-run', 'What to do is missing: server, mailchimp, listmonk, csv.'],
    ['backup a b', '"b" is too much.'],
    ['rotate-secret foo', '"foo" is too much.'],
    ['rotate-secret --prepare --forget-former', 'Give --prepare or --forget-former, not both.'],
    ['settle C resend --mailed f', '--mailed goes with accept alone.'],
    ['settle C accept --mailed f --email a@b.test', 'Give --mailed or --email, not both.'],
    ['settle C accept now', '"now" is too much.'],
    ['backup --help=1', '--help takes no value.'],
    ['key add --version=1', '--version takes no value.'],
    ['backup ', 'The name of the file is empty.'],
    ['backup -', 'A backup is read again before it gets its name: name a file.'],
    ['restore ', 'The name of the file is empty.'],
    ['key add --versoin', 'There is no option --versoin. Did you mean --version?'],
    ['relay add --port', "Option '--port <value>' argument missing"],
    ['customer add --name A --name B', '--name is given twice: nobody knows which one is meant.'],
    ['import L f.csv --customer a --customer b', '--customer is given twice: nobody knows which one is meant.'],
    ['relay list --lanes 3', '--lanes does not go with list, which takes --shared, --customer, --json.'],
    ['user list --totp', '--totp does not go with list, which takes --json.'],
    [
      'person erase a@b.test --yes --html',
      '--html does not go with erase, which takes --customer, --keep-suppressed, --yes.',
    ],
    ['returned show 1 --limit 2', '--limit does not go with show, which takes no options.'],
    ['customer --name A', 'What to do is missing: add, list, update.'],
    ['webhook remove', '<uid> is missing.'],
    ['settle --email a@b.test', 'Name the campaign whose messages are meant.'],
    ['settle --dry-run', 'Name the campaign whose messages are meant.'],
  ] as const) {
    const { code, out, faults } = await run(...line.split(' '));
    assert.deepEqual([code, out, faults.split('\n')[0]], [2, '', fault], line);
    assert.match(faults, /\n\nUsage: npx mailwright /);
  }
  const nothing = await run();
  assert.deepEqual([nothing.code, nothing.faults], [2, (await run('help')).out]);
  for (const name of Object.keys(COMMANDS).filter(
    (one) => !['serve', 'demo', 'settle', 'rotate-secret', 'doctor'].includes(one),
  )) {
    const { code, faults } = await run(name);
    assert.deepEqual([code, faults], [2, (await run(name, '--help')).out], name);
  }
  for (const args of [['--version'], ['-v'], ['version']]) assert.equal((await run(...args)).out, '1.2.3');
  // After -- there are no options: here it is one word too many.
  assert.equal((await run('import', 'a', 'b', '--', '--help')).code, 2);
});
