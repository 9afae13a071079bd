import { createHash } from 'node:crypto';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * Takes files by hand, as a process of its own: `node model-upload-floor.ts CONNECTION`, the settings of the driver as
 * JSON; the port as a line on standard output. One prepared statement finds the caller by its key and stores the file
 * with its hash.
 */
const STORE = `insert into bench_files (path, hash, content)
  select $2, $3, $4 from api_keys k join users u on u.id = k.user_id
  where k.hash = $1 and not u.is_deactivated and coalesce(k.expires_at > now(), true)
  on conflict (path) do update set hash = excluded.hash, content = excluded.content`;

// Handed over by the benchmark.
const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 16 });
const app = fastify();
app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.put<{ Querystring: { path: string }; Body: Buffer }>('/files', async ({ headers, query, body }) => {
  const key = (headers.authorization ?? '').slice('Bearer '.length);
  const [keyHash, hash] = [createHash('sha256').update(key).digest(), createHash('sha1').update(body)];
  const values = [keyHash, query.path, hash.digest('hex'), body];
  const { rowCount } = await pool.query({ name: 'store', text: STORE, values });
  return { stored: rowCount };
});
await app.listen({ port: 0, host: '127.0.0.1' });
// A listening TCP server has an address with a port.
console.log((app.server.address() as AddressInfo).port);
