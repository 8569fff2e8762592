import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BuiltFile, builtFile } from './files.ts';

test('what the build took out of packages is there; what it did not is unavailable, and says what to do', async () => {
  assert.match(await builtFile('reference.js'), /createApiReference/);
  assert.match(await builtFile('captcha.js'), /altcha-widget/);
  assert.match(await builtFile('captcha.css'), /altcha/);
  assert.ok((await builtFile('captcha-worker.js')).length > 1_000);
  await assert.rejects(builtFile('another.js' as BuiltFile), { code: 'unavailable', message: /npm run build/ });
});
