// A bare Fastify route that answers with what it was told to, from memory: what the framework alone
// needs for an answer of that size. Serves on the port of its first argument.
import fastify from 'fastify';

type Told = { status: number; location?: string; json?: unknown };

const app = fastify();
let told: Told = { status: 200, json: {} };
app.put('/', async ({ body }) => {
  told = body as Told;
  return {};
});
app.get('/', async (_, reply) => {
  reply.status(told.status);
  if (told.location !== undefined) return reply.header('location', told.location).send();
  return told.json;
});
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_: unknown, body: string) =>
  Object.fromEntries(new URLSearchParams(body)),
);
app.post('/', async (_, reply) => reply.status(told.status).send(told.json));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
