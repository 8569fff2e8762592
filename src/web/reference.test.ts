// The reference tells integrators what to send: exactly what the readers require.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TestApp } from '../../test/support/app.ts';
import { oneEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import type { ApiDocument } from '../http/openapi/document.ts';
import type { JsonSchema } from '../http/openapi/schemas.ts';

type Body = { content: Record<string, { schema: JsonSchema; encoding?: Record<string, object> }> };

oneEngine('the reference', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let document: ApiDocument;
  before(async () => {
    app = opened();
    document = (await app.app.inject('/openapi.json')).json();
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
  const bodyOf = (method: string, path: string): Body => {
    const body = document.paths[path]?.[method]?.['requestBody'] as Body | undefined;
    assert.ok(body, `${method} ${path}`);
    return body;
  };
  const named = (schema: JsonSchema | undefined): JsonSchema => {
    if (schema?.anyOf) return named(schema.anyOf[0]); // the usual one of several shapes
    const name = /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? '')?.[1];
    return name === undefined ? (schema ?? {}) : (document.components.schemas[name] ?? {});
  };

  test('the document names every operation once, its parameters and its answers', () => {
    assert.equal(document.openapi, '3.1.1');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    assert.ok(operations.length >= 80);
    const names = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z]+[A-Za-z]+$/);
    for (const { responses, operationId, ...rest } of operations) {
      const statuses = Object.keys(responses);
      if (operationId === 'callTools') continue; // of another protocol
      for (const status of ['400', '401', '403', '500', '503']) assert.ok(statuses.includes(status), operationId);
      if ('requestBody' in rest) assert.ok(statuses.includes('422') && statuses.includes('413'), operationId);
    }
    for (const name of ['Campaign', 'List', 'Field', 'Subscriber', 'Segment', 'Template', 'NewCampaign', 'Paging']) {
      assert.ok(document.components.schemas[name], name);
    }
    assert.deepEqual((document['info'] as { license: object }).license, { name: 'MIT', identifier: 'MIT' });
  });

  test('forms describe how to write nested members', () => {
    const { content } = bodyOf('post', '/campaigns');
    const deep = { style: 'deepObject', explode: true };
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      const nested = ['template', 'options', 'delivery', 'headers', 'attachments'];
      assert.deepEqual(content[type]?.encoding, Object.fromEntries(nested.map((name) => [name, deep])));
      const shapes = content[type]?.schema.anyOf?.map(({ $ref }) => $ref?.split('/').at(-1));
      assert.deepEqual(shapes, ['NewCampaign', 'NewDraft']);
    }
    const segment = bodyOf('post', '/lists/{list_uid}/segments').content;
    assert.deepEqual(segment['multipart/form-data']?.encoding?.['conditions'], deep);
    const template = bodyOf('post', '/templates').content;
    assert.deepEqual(template['multipart/form-data']?.encoding, { archive: { contentType: 'application/zip' } });
    const parameters = document.paths['/lists/{list_uid}/subscribers/search-by-custom-fields']?.['get']?.['parameters'];
    const free = (parameters as { name: string }[]).find(({ name }) => name === 'fields') as object;
    assert.deepEqual(
      { ...free, description: '', example: {} },
      {
        name: 'fields',
        in: 'query',
        required: false,
        description: '',
        example: {},
        style: 'form',
        explode: true,
        schema: { type: 'object', additionalProperties: { type: 'string' } },
      },
    );
  });

  test('an object that may have any members says so: generated types let nobody in otherwise', () => {
    for (const name of ['BulkResult', 'SuppressionResult', 'CampaignCheck']) {
      const { data } = document.components.schemas[name]?.properties ?? {};
      assert.deepEqual(data?.additionalProperties, {}, name);
    }
  });

  test('for programs that write clients each request has one body, and no type has several words', async () => {
    const short: ApiDocument = (await get('/openapi.json?bodies=json')).json();
    assert.deepEqual([short['webhooks'], short.paths['/mcp']], [undefined, undefined]);
    const { '/mcp': _, ...paths } = document.paths;
    assert.deepEqual(Object.keys(short.paths), Object.keys(paths));
    for (const operation of Object.values(short.paths).flatMap((path) => Object.values(path))) {
      const types = Object.keys((operation['requestBody'] as Body | undefined)?.content ?? {});
      const isUpload = operation.operationId === 'createImport';
      assert.ok(isUpload || types.every((type) => type === 'application/json'), operation.operationId);
    }
    JSON.parse(JSON.stringify(short.components.schemas), (name, value: unknown) => {
      if (name === 'type' && Array.isArray(value)) assert.ok(value.length === 2 && value.includes('null'));
      return value;
    });
  });

  test('the description names what is required, and nothing on update', () => {
    const required = (method: string, path: string) =>
      named(bodyOf(method, path).content['application/json']?.schema).required;
    const list = named(bodyOf('post', '/lists').content['application/json']?.schema);
    assert.deepEqual(list.required, ['general', 'defaults']);
    assert.deepEqual(named(list.properties?.['general']).required, ['name', 'description']);
    assert.deepEqual(named(list.properties?.['defaults']).required, ['from_name', 'from_email', 'reply_to']);
    const field = ['type', 'label', 'tag', 'required', 'visibility'];
    assert.deepEqual(required('post', '/lists/{list_uid}/fields'), field);
    assert.deepEqual(required('post', '/lists/{list_uid}/segments'), ['name']);
    assert.deepEqual(required('post', '/templates'), ['name']);
    const campaign = ['name', 'from_name', 'from_email', 'subject', 'reply_to', 'send_at', 'list_uid', 'template'];
    assert.deepEqual(required('post', '/campaigns'), campaign);
    for (const path of [
      ...['/lists/{list_uid}', '/lists/{list_uid}/fields/{field_id}', '/lists/{list_uid}/segments/{segment_uid}'],
      ...['/templates/{template_uid}', '/campaigns/{campaign_uid}'],
    ]) {
      assert.equal(required('put', path), undefined, path);
    }
  });

  test('the page comes from this server alone, and links to the start page', async () => {
    assert.equal((await get('/docs')).headers.location, '/docs/');
    const page = await get('/docs/');
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers['content-security-policy']), /default-src 'self'; script-src 'self' 'sha256-/);
    assert.match(page.body, /<a class="home" href="\/">/);
    assert.doesNotMatch(page.body, /https?:\/\//);
    const script = /<script src="([^"]+)"/.exec(page.body)?.[1] ?? '';
    assert.equal((await get(script)).statusCode, 200);
    assert.equal((await get('/docs/none')).statusCode, 404);
  });

  test('it is sent compressed, and not again when the client has it', async () => {
    const script = /<script src="([^"]+)"/.exec((await get('/docs/')).body)?.[1] ?? '';
    const plain = await get(script);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    const forms = [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ] as const;
    for (const [accepted, form, unpack] of forms) {
      const packed = await get(script, { 'accept-encoding': accepted });
      assert.equal(packed.headers['content-encoding'], form);
      assert.equal(packed.headers.vary, 'Accept-Encoding');
      assert.ok(packed.rawPayload.length * 3 < plain.rawPayload.length, `${form} ${packed.rawPayload.length}`);
      assert.ok(unpack(packed.rawPayload).equals(plain.rawPayload));
    }
    assert.equal((await get(script, { 'accept-encoding': 'br;q=0, identity' })).headers['content-encoding'], undefined);
    for (const url of ['/openapi.json', '/docs/', script]) {
      const first = await get(url, { 'accept-encoding': 'br' });
      const { etag } = first.headers;
      assert.ok(etag);
      const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': String(etag) });
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0], url);
    }
  });
});
