// Events once more, from an instant that has not come; and answers that are packed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';

eachEngine('webhooks told once more', (engine) => {
  const app = suiteApp(engine);
  const { customer, open, round, numbers } = webhookTools(app);

  test('what waits is not skipped; a packed answer is not shown as letters', async () => {
    const { add, happen, call } = await customer();
    const { receiver, path } = await add();
    receiver.answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'));
    await happen(1);
    await call('POST', `${path}/replay`, { from: '2100-01-01 00:00:00' });
    await round(open());
    assert.deepEqual(numbers(receiver), [1]);
    const records = (await call('GET', `${path}/deliveries`))['data']?.['records'] as unknown as { answer: string }[];
    assert.deepEqual(
      records.map(({ answer }) => answer),
      [''],
    );
  });
});
