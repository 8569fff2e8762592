// The command `demo`: the main job from start to finish.
import { type Command, FLAG } from '../../command.ts';

const OPTIONS = { stay: FLAG };

export const demoCommand: Command<typeof OPTIONS> = {
  name: 'demo',
  summary: 'run the main job from start to finish, into a test inbox',
  example: '--stay',
  usage: `[--stay]

Runs the main job from start to finish, in a temporary folder that is removed at the end: imports people, sends a campaign
into a test inbox, kills the server halfway, and accounts for everyone. --stay keeps serving its data until Ctrl+C, and
shows a sign-in link for the browser UI.`,
  options: OPTIONS,
  async run({ values, words }, { program, print }) {
    if (words.length > 0) return undefined;
    const { runDemo } = await import('../../../demo/run.ts');
    return runDemo({ ...program, print, stays: values.stay === true });
  },
};
