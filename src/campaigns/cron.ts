// How often a recurring campaign runs: five-field cron text. Pure; croner does the reading.
import { Cron } from 'croner';

/**
 * What is wrong with the cron text of a campaign; undefined when it can be used.
 * @param timeZone IANA name: the customer's, in which runs are timed
 * @param at instant in ms from which there must be a run
 */
export function cronFault(text: string, timeZone: string, at: number): string | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return 'Cronjob must have five fields: minute, hour, day of month, month, day of week.';
  if (runsWithinTheHour(fields[0] ?? '')) {
    return 'Cronjob must not run more often than once an hour: name the minute, as in "0 9 * * 1" (Mondays at 9:00).';
  }
  try {
    // Paused: it is asked for times and never runs anything.
    const cron = new Cron(fields.join(' '), { mode: '5-part', timezone: timeZone, paused: true });
    const next = cron.nextRun(new Date(at));
    cron.stop();
    return next ? undefined : 'Cronjob never runs: there is no such day.';
  } catch (error) {
    return `Cronjob is not valid: ${readable(error)}`;
  }
}

/** Every minute, or a step under an hour, or a range of minutes, which is the same written another way. */
function runsWithinTheHour(minute: string): boolean {
  return minute.split(',').some((part) => {
    const [range = '', step] = part.split('/');
    if (range === '*' || range === '?') return step === undefined || Number(step) < 60;
    return range.includes('-');
  });
}

function readable(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^[\w ]*:\s*/, '') : '';
  return text === '' ? 'it cannot be read.' : `${text.replace(/\.$/, '')}.`;
}
