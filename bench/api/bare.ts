// A bare Fastify route that answers with an object, as one starts with. Serves on the port of its
// first argument.
import fastify from 'fastify';

const app = fastify();
app.get('/', async () => ({ status: 'success', data: { record: { uid: 'ab123cd456efg', name: 'Friends' } } }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
