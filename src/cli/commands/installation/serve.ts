// The command `serve`: the server, until a signal.
import { type Command, FLAG } from '../../command.ts';

const OPTIONS = { seed: FLAG };

export const serveCommand: Command<typeof OPTIONS> = {
  name: 'serve',
  summary: 'the server, until a signal (npm start)',
  example: '--seed',
  usage: `[--seed]

Serves until SIGTERM or SIGINT. --seed fills an empty store with the list and the newsletter of the demo.
The configuration comes from MAILWRIGHT_… variables; docs/settings.md has them all.`,
  options: OPTIONS,
  async run({ values, words }, { serve }) {
    return words.length > 0 ? undefined : serve({ seed: values.seed === true });
  },
};
