// Texts of the UI: English in the code, a catalogue a room for each other language. `npm run texts`
// gathers them.
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    {
      path: '<rootDir>/src/{name}/texts/{locale}',
      include: ['<rootDir>/src/{name}/'],
      exclude: ['**/api/refusals/**'],
    },
    // Loaded with the first refusal, and not with the others.
    { path: '<rootDir>/src/api/refusals/texts/{locale}', include: ['<rootDir>/src/api/refusals/'] },
    { path: '<rootDir>/src/texts/{locale}', include: ['<rootDir>/src/*.tsx'] },
  ],
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: 'message',
});
