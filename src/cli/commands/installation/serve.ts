// The command `serve`: the server, until a signal.
import { type Command, FLAG } from '../../command.ts';

const OPTIONS = { seed: FLAG };

export const serveCommand: Command<typeof OPTIONS> = {
  name: 'serve',
  summary: 'run the server until a signal (npm start)',
  example: '--seed',
  usage: `[--seed]

Runs the server until SIGTERM or SIGINT. --seed fills an empty database with the demo's list and newsletter.
Configuration comes from MAILWRIGHT_… environment variables: see docs/settings.md.`,
  options: OPTIONS,
  async run({ values, words }, { serve }) {
    return words.length > 0 ? undefined : serve({ seed: values.seed === true });
  },
};
