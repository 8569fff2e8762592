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
    ['cook', 'Unknown command "cook".'],
    ['costumer list', 'Unknown command "costumer". Did you mean customer?'],
    ['toString', 'Unknown command "toString".'],
    ['--hlep', 'Unknown option --hlep. Did you mean --help?'],
    ['key lst', 'Unknown action "lst". Did you mean list?'],
    ['relay add --lane 3', 'Unknown option --lane. Did you mean --lanes?'],
    ['serve --sed', 'Unknown option --sed. Did you mean --seed?'],
    ['serve now', 'Unexpected argument: "now".'],
    ['demo now then', 'Unexpected arguments: "now", "then".'],
    ['import 1', '<file.csv> is missing.'],
    ['suppression add', '<address> is missing.'],
    ['person erase', '<address> is missing.'],
    ['switch --dry-run', 'Choose an action: server, mailchimp, listmonk, csv.'],
    ['backup a b', 'Unexpected argument: "b".'],
    ['rotate-secret foo', 'Unexpected argument: "foo".'],
    ['rotate-secret --prepare --forget-former', 'Give --prepare or --forget-former, not both.'],
    ['settle C resend --mailed f', '--mailed only works with accept.'],
    ['settle C accept --mailed f --email a@b.test', 'Give --mailed or --email, not both.'],
    ['settle C accept now', 'Unexpected argument: "now".'],
    ['backup --help=1', '--help takes no value.'],
    ['key add --version=1', '--version takes no value.'],
    ['backup ', 'The file name is empty.'],
    ['backup -', 'A backup cannot go to standard output, because it is read back: give a file name.'],
    ['restore ', 'The file name is empty.'],
    ['key add --versoin', 'Unknown option --versoin. Did you mean --version?'],
    ['relay add --port', "Option '--port <value>' argument missing"],
    ['customer add --name A --name B', '--name was given more than once.'],
    ['import L f.csv --customer a --customer b', '--customer was given more than once.'],
    ['relay list --lanes 3', '--lanes cannot be used with list, which takes --shared, --customer, --json.'],
    ['user list --totp', '--totp cannot be used with list, which takes --json.'],
    [
      'person erase a@b.test --yes --html',
      '--html cannot be used with erase, which takes --customer, --keep-suppressed, --yes.',
    ],
    ['returned show 1 --limit 2', '--limit cannot be used with show, which takes no options.'],
    ['customer --name A', 'Choose an action: add, list, update, remove.'],
    ['webhook remove', '<uid> is missing.'],
    ['settle --email a@b.test', 'Give the uid of the campaign.'],
    ['settle --dry-run', 'Give the uid of the campaign.'],
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
  assert.deepEqual(await run('help', 'relay'), await run('relay', '--help'));
  for (const args of [['--version'], ['-v'], ['version']]) assert.equal((await run(...args)).out, '1.2.3');
  // After -- there are no options: here it is one word too many.
  assert.equal((await run('import', 'a', 'b', '--', '--help')).code, 2);
});
