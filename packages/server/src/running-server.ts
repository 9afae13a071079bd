import type { Engine } from '@oriel/engine';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import type { DemoContent } from './demo/demo-content.ts';
import type { FirstStart } from './install/first-start.ts';
import type { ServerSettings } from './server-settings/server-settings.ts';

/** How a server is started. */
export interface StartOptions {
  settings: ServerSettings;
  logger: FastifyBaseLogger;
  onProgress(message: string): void;
  /** The demo's content, where there is one to fill an empty installation with. */
  demo?: DemoContent | undefined;
}

/** A server that answers requests. */
export interface RunningServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly engine: Engine;
  /** What the very first start of the data folder has to tell. */
  readonly firstStart: FirstStart | undefined;
  readonly hasDemo: boolean;
  /** Has something else stopped with the server, before it. */
  onStop(close: () => Promise<void>): void;
  /**
   * Answers the requests that were accepted and ends the background jobs, then stops everything, as a rule well within
   * `STOP_TIMEOUT_MS`: what is not answered after 3 s is cancelled.
   */
  stop(): Promise<void>;
  /** What is being stopped at the moment, for who waits for it in vain. */
  stoppingPart(): string | undefined;
}
