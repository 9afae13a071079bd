import type { Engine } from '@oriel/engine';
import type { ModelFile } from '@oriel/semantic';
import { createModelEngine } from './model-engine.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** The whole application on a port of the loopback interface, for tests of what talks to it over the wire. */
export interface TestServer extends TestApp {
  /** Without a slash at the end. */
  readonly url: string;
  readonly engine: Engine;
}

/**
 * Starts a server with the given model in every deployment, on a DuckDB in memory: the model's cubes carry their data
 * as SQL.
 *
 * @param options the language model of its chats; default none
 */
export async function startTestServer(
  model: readonly ModelFile[],
  options: Pick<Parameters<typeof createTestApp>[0] & object, 'models'> = {},
): Promise<TestServer> {
  const engine = createModelEngine(model);
  const testApp = await createTestApp({ engine, ...options });
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...testApp,
    url,
    engine,
    close: async () => {
      await testApp.close();
      await engine.close();
    },
  };
}
