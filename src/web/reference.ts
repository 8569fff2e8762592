// The API reference: OpenAPI 3.1 at /openapi.json, made from the schemas that validate, and a page to read it at /docs.
import fastify, { type FastifyInstance } from 'fastify';

// The viewer styles itself and starts by an inline script; it may talk to this server only.
const POLICY = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Mounts both; call it after the routes. Neither needs a key, and the page loads nothing from other hosts. */
export function referencePages(app: FastifyInstance): void {
  const schema = { hide: true };
  app.get('/openapi.json', { schema }, async (_request, reply) => {
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return JSON.stringify(app.swagger());
  });

  // The viewer is four megabytes of script: loaded when somebody first asks, so that the server starts without it.
  let viewer: Promise<FastifyInstance> | undefined;
  const show = async (url: string) => {
    viewer ??= openViewer();
    const { statusCode, headers, rawPayload } = await (await viewer).inject(url);
    return { statusCode, type: String(headers['content-type']), rawPayload };
  };
  app.get('/docs', { schema }, async (_request, reply) => reply.redirect('/docs/'));
  app.get('/docs/*', { schema }, async (request, reply) => {
    const { statusCode, type, rawPayload } = await show(request.url);
    return reply
      .status(statusCode)
      .headers({ ...POLICY, 'Content-Type': type })
      .send(rawPayload);
  });
}

async function openViewer(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const viewer = fastify();
  await viewer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Mailwright API',
      withDefaultFonts: false,
      telemetry: false,
      // What would lead to the viewer's own services elsewhere.
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return viewer;
}
