import { Refusal, refuse, type DataSourceTest, type dataSourceOperations } from '@oriel/contract';
import type { EncodedAnswer, Engine } from '@oriel/engine';
import type { Handlers } from '../http/handler.ts';

/** Makes the handlers of the data sources of deployments. */
export function createDataSourceRoutes({
  engine,
}: {
  engine: Pick<Engine, 'checkSources'>;
}): Handlers<typeof dataSourceOperations> {
  return {
    async testDataSource({ deployment, params: { dataSourceName: name } }) {
      const target = { deploymentId: deployment.id, branch: deployment.deployBranch };
      const startedAt = performance.now();
      const answer = await check(() => engine.checkSources(target, name));
      const elapsedMs = Math.round(performance.now() - startedAt);
      return testOf(name, answer, elapsedMs);
    },
  };
}

/** The state of each source that there is. */
interface Checked {
  readonly sources: Readonly<Record<string, { readonly health: string; readonly error?: string }>>;
}

/** There is no runtime: a variable is missing or malformed, or the runtime does not stay up. */
interface Refused {
  readonly error: string;
}

async function check(ask: () => Promise<EncodedAnswer>): Promise<Checked | Refused> {
  try {
    const { body } = await ask();
    // The engine's own answer, in one of its two forms.
    return JSON.parse(Buffer.concat(body).toString()) as Checked | Refused;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return { error: error.message };
    throw error;
  }
}

/** @throws `data_source_not_found` */
function testOf(name: string, answer: Checked | Refused, elapsedMs: number): DataSourceTest {
  if ('error' in answer) return { name, status: 'failed', reason: answer.error, elapsedMs };
  const found = Object.hasOwn(answer.sources, name) ? answer.sources[name] : undefined;
  if (!found) throw refuse('data_source_not_found', { name });
  return found.health === 'HEALTH'
    ? { name, status: 'ok', reason: null, elapsedMs }
    : { name, status: 'failed', reason: found.error ?? null, elapsedMs };
}
