import type { FastifyBaseLogger } from 'fastify';
import type { DataFolder } from '../db/postgres/data-folder.ts';
import type { SupervisedPostgres } from '../db/postgres/postgres-supervisor.ts';
import type { BeyondBound } from '../http/answers/bound-check.ts';
import type { UndeclaredRefusal } from '../http/problems/problem.ts';
import type { ServerSettings } from '../server-settings/server-settings.ts';
import { input } from './part.ts';

/** Who looks at the answers of an application. */
export interface AnswerObservers {
  /** Told of refusals that an operation does not declare. */
  readonly onUndeclaredRefusal?: UndeclaredRefusal;
  /** Told of answers with more bytes than the contract declares of a part; where nobody is, none is looked at. */
  readonly onBeyondBound?: BeyondBound;
}

/** How the server runs. */
export const settings = input<ServerSettings>('settings');
export const logger = input<FastifyBaseLogger>('log');
/** Where the data models of the deployments lie, and keys where no setting names them. */
export const dataFolder = input<Pick<DataFolder, 'path'>>('data folder');
/** The embedded database; undefined where the settings name another. */
export const embeddedPostgres = input<SupervisedPostgres | undefined>('embedded PostgreSQL', () => undefined);
/** Default nobody. */
export const answerObservers = input<AnswerObservers>('observers of answers', () => ({}));
