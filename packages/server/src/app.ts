import type { FastifyInstance } from 'fastify';
import { applicationParts } from './application-parts.ts';
import { Closers } from './closers.ts';
import { applicationPart } from './http/application-part.ts';
import { startParts, type Given, type Graph } from './parts/graph.ts';

/** An HTTP application in process; it listens nowhere. */
export interface Application extends Graph {
  readonly app: FastifyInstance;
  /** Ends all that was made for it. */
  close(): Promise<void>;
}

/** What the parts of an application that nothing listens for have together to end. */
const CLOSE_MS = 60_000;

/**
 * Starts the parts of the application by themselves, as tests do.
 *
 * @param given inputs, and what stands for parts
 */
export async function startApplication(given: readonly Given[]): Promise<Application> {
  const closers = new Closers(CLOSE_MS);
  try {
    const graph = await startParts(applicationParts, { given, closers });
    return { ...graph, app: graph.get(applicationPart), close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
