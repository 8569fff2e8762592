// The command `demo`: the main job from start to finish.
import { type Command, FLAG } from '../../command.ts';

const OPTIONS = { stay: FLAG };

export const demoCommand: Command<typeof OPTIONS> = {
  name: 'demo',
  summary: 'the main job, start to finish, into a test inbox',
  example: '--stay',
  usage: `[--stay]

The main job, start to finish, in a folder of its own that is removed at the end: imports people, sends a campaign into a test
inbox, kills the server half way, and accounts for everybody. --stay serves its data afterwards, until Ctrl+C, and shows a link
that lets you into the browser UI.`,
  options: OPTIONS,
  async run({ values, words }, { program, print }) {
    if (words.length > 0) return undefined;
    const { runDemo } = await import('../../../demo/run.ts');
    return runDemo({ ...program, print, stays: values.stay === true });
  },
};
