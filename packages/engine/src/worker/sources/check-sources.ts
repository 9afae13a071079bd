import type { AnswerHead } from '../../protocol/engine-types.ts';
import type { Source } from '../../sources/connection/source.ts';
import { EngineError } from '../../errors/errors.ts';

const CHECK_TIMEOUT_MS = 5_000;

/** How one source is: `DOWN` with what its database or the way to it says. */
interface SourceHealth {
  readonly health: 'HEALTH' | 'DOWN';
  readonly error?: string;
}

/**
 * Asks every source, or the one of a name, for nothing much: 200 when all answer, else 500, each with its state by
 * name. What a question would start and is paid for by use is asked only by its name.
 */
export async function checkSources(
  sources: Readonly<Record<string, Source>>,
  only?: string,
): Promise<AnswerHead> {
  const asked = Object.entries(sources).filter(([name]) => only === undefined || name === only);
  const checked = await Promise.all(
    asked.map(async ([name, source]): Promise<[string, SourceHealth]> => [
      name,
      source.isPaidForByUse && only === undefined ? { health: 'HEALTH' } : await checkSource(source),
    ]),
  );
  const isHealthy = checked.every(([, { health }]) => health === 'HEALTH');
  const body = { health: isHealthy ? 'HEALTH' : 'DOWN', sources: Object.fromEntries(checked) };
  return { status: isHealthy ? 200 : 500, body: [Buffer.from(JSON.stringify(body))], cache: 'none' };
}

async function checkSource(source: Source): Promise<SourceHealth> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  try {
    await source.read({ sql: 'SELECT 1', params: [] }, { signal, take: () => {} });
    return { health: 'HEALTH' };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // Each user reads with a token of their own: there is nobody to ask as, and nothing is known to be wrong.
    if (error.code === 'source.not_connected') return { health: 'HEALTH' };
    const late = `No answer within ${CHECK_TIMEOUT_MS / 1000} s`;
    return { health: 'DOWN', error: signal.aborted ? late : error.message };
  }
}
