import type { OperationId, OperationTypes } from '@oriel/contract';
import type { Principal } from '../access/principal.ts';

/** The deployment that a request is about, found within the tenant and the credential's scope. */
export interface DeploymentRef {
  readonly id: number;
  readonly tenantId: number;
  readonly name: string;
  /** The branch whose model is queried: the deployment's own, or the one that an embed session was made for. */
  readonly deployBranch: string;
}

/** The console session cookie, for the two operations that set and remove it. */
export interface SessionCookie {
  readonly value: string | undefined;
  set(value: string, maxAgeSeconds: number): void;
  clear(): void;
}

/** One call of an operation: authenticated, authorised and valid. */
export interface Call<Id extends OperationId> {
  readonly principal: Principal;
  readonly params: OperationTypes[Id]['params'];
  readonly query: OperationTypes[Id]['query'];
  readonly body: OperationTypes[Id]['body'];
  /**
   * The deployment of the path.
   *
   * @throws a plain error on an operation whose path has none.
   */
  readonly deployment: DeploymentRef;
  readonly requestId: string;
  readonly clientAddress: string;
  /** Where clients reach this server, without a slash at the end. */
  readonly baseUrl: string;
  readonly sessionCookie: SessionCookie;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<OperationTypes[Id]['answer']>;

/** The handlers of some operations, by id. The application needs one for each operation of the contract. */
export type Handlers<Ids extends OperationId = OperationId> = { [Id in Ids]: Handler<Id> };
