// Which browser makes pictures: the one that is configured, else one where systems have theirs.
import { accessSync, constants } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** `missing`: the one that is configured is not there, or is no program. */
export type FoundBrowser = { state: 'off' } | { state: 'none' } | { state: 'found' | 'missing'; path: string };

/** @param setting `off`, or a path; absent: looked for */
export function findBrowser(setting: string | undefined, places: readonly string[] = PLACES): FoundBrowser {
  if (setting === 'off') return { state: 'off' };
  if (setting !== undefined) return { state: isProgram(setting) ? 'found' : 'missing', path: setting };
  const path = places.find(isProgram);
  return path === undefined ? { state: 'none' } : { state: 'found', path };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
