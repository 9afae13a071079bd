import { DuckDBInstance, JsonDuckDBValueConverter } from '@duckdb/node-api';
import { createEngine } from '@oriel/engine';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A server of the benchmark of a million rows: `oriel` by a runtime, `floor` by hand with the same client of DuckDB.
 * Every request is answered with all rows of the file's table `readings` as JSON lists. Prints its port.
 */
const [way = '', path = ''] = process.argv.slice(2);
const ROWS = 1_000_000;
const COLUMNS = ['id', 'sensor', 'read_at', 'value', 'is_valid'];
const types: Record<string, string> = { id: 'number', read_at: 'time', value: 'number', is_valid: 'boolean' };

const answer = way === 'oriel' ? createOriel() : await createFloor();
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  answer(response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

function createOriel(): (response: ServerResponse) => Promise<void> {
  const dimensions = COLUMNS.map(
    (name) => `{ name: ${name}, sql: ${name}, type: ${types[name] ?? 'string'} }`,
  );
  const model = `cubes: [{ name: readings, sql_table: readings, dimensions: [${dimensions.join(', ')}] }]`;
  const engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'readings.yml', content: model }],
      sources: { default: { type: 'duckdb', path } },
      brandKey: 'svcCloud',
      maxLimit: ROWS,
    }),
    onFailure: (_, message) => console.error(message),
  });
  const query = {
    dimensions: COLUMNS.map((name) => `readings.${name}`),
    ungrouped: true,
    order: [],
    limit: ROWS,
    responseFormat: 'compact',
  };
  return async (response) => {
    const { body, rest } = await engine.load(
      { deploymentId: 1, branch: 'master' },
      { query, securityContext: {}, cache: 'no-cache' },
    );
    await pipeline(Readable.from(chunksOf(body, rest)), response);
  };
}

async function* chunksOf(
  body: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array> = (async function* () {})(),
) {
  yield* body;
  yield* rest;
}

async function createFloor(): Promise<(response: ServerResponse) => Promise<void>> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  return async (response) => {
    const result = await connection.stream(`select ${COLUMNS.join(', ')} from readings limit ${ROWS}`);
    await pipeline(Readable.from(rowsOf(result)), response);
  };
}

/** Rows a chunk at a time, each as soon as it is there. */
async function* rowsOf(
  result: Awaited<ReturnType<Awaited<ReturnType<DuckDBInstance['connect']>>['stream']>>,
) {
  yield '[';
  let separator = '';
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    yield separator + JSON.stringify(chunk.convertRows(JsonDuckDBValueConverter)).slice(1, -1);
    separator = ',';
  }
  yield ']';
}
