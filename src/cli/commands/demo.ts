// The command `demo`: the main job from start to finish.
import type { Command } from '../command.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'the main job, start to finish, into a test inbox',
  usage: `

The main job, start to finish, in a folder of its own that is removed at the end: imports people, sends a campaign into a test
inbox, kills the server half way, and accounts for everybody.`,
  options: {},
  async run({ words }, { program, print }) {
    if (words.length > 0) return undefined;
    const { runDemo } = await import('../../demo/run.ts');
    return runDemo({ ...program, print });
  },
};
