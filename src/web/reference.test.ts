// The reference tells integrators what must be sent: that must be what the readers insist on.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';

type Schema = { required?: string[]; properties: Record<string, Schema> };
type Described = {
  paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Schema }> } }>>;
};

eachEngine('the reference', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  test('the document names every operation, its parameters and its answers', async () => {
    const response = await app.app.inject('/openapi.json');
    const document = response.json();
    assert.equal(document.openapi, '3.1.1');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object));
    assert.ok(operations.length >= 40);
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    for (const { summary, responses } of operations) {
      assert.ok(summary.length > 5);
      assert.ok(responses['4XX'] && (responses['200'] || responses['201']));
    }
    const { properties } = document.paths['/campaigns'].post.requestBody.content['application/json'].schema;
    assert.ok(properties.options.properties.url_tracking.description);
  });

  test('the page comes from this server alone', async () => {
    assert.equal((await app.app.inject('/docs')).headers.location, '/docs/');
    const page = await app.app.inject('/docs/');
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers['content-security-policy']), /default-src 'self'/);
    const script = /<script src="([^"]+)"/.exec(page.body)?.[1] ?? '';
    assert.equal((await app.app.inject(`/docs/${script}`)).statusCode, 200);
    assert.equal((await app.app.inject('/docs/none')).statusCode, 404);
  });

  test('the description names what is required, and nothing on update', async () => {
    const { paths }: Described = (await app.app.inject('/openapi.json')).json();
    const body = (method: string, path: string) => {
      const schema = paths[path]?.[method]?.requestBody.content['application/json']?.schema;
      assert.ok(schema, `${method} ${path}`);
      return schema;
    };
    const list = body('post', '/lists');
    assert.deepEqual(list.required, ['general', 'defaults']);
    assert.deepEqual(list.properties['general']?.required, ['name', 'description']);
    assert.deepEqual(list.properties['defaults']?.required, ['from_name', 'from_email', 'reply_to']);
    const field = ['type', 'label', 'tag', 'required', 'visibility'];
    assert.deepEqual(body('post', '/lists/{list_uid}/fields').required, field);
    assert.deepEqual(body('post', '/lists/{list_uid}/segments').required, ['name']);
    assert.deepEqual(body('post', '/templates').required, ['name']);
    const campaign = ['name', 'from_name', 'from_email', 'subject', 'reply_to', 'send_at', 'list_uid', 'template'];
    assert.deepEqual(body('post', '/campaigns').required, campaign);
    for (const path of [
      ...['/lists/{list_uid}', '/lists/{list_uid}/fields/{field_id}', '/lists/{list_uid}/segments/{segment_uid}'],
      ...['/templates/{template_uid}', '/campaigns/{campaign_uid}'],
    ]) {
      assert.equal(body('put', path).required, undefined, path);
    }
  });
});
