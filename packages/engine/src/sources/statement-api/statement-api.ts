import type { OutgoingHttpHeaders } from 'node:http';
import type { ResultValue, Statement } from '../connection/source.ts';

/**
 * What an API that runs statements over HTTP does its own way. Each of its requests may be sent again, as after a
 * connection that broke.
 *
 * @throws `EngineError`, and the failure of a connection
 */
export interface StatementApi {
  /** Sends a statement; the answer may have its rows already. Not aborted, for the answer tells how it is stopped. */
  submit(statement: Statement): Promise<StatementState>;
  close(): void;
}

/** What the server has told of a statement: its first rows, or how to ask for it once more. */
export type StatementState = RunningStatement | (Stoppable & { readonly page: RowPage });

interface RunningStatement extends Stoppable {
  readonly page?: undefined;
  /** The server may wait a while before it answers. */
  poll(signal: AbortSignal): Promise<StatementState>;
}

interface Stoppable {
  /** Has the server stop the statement; nothing happens where it has ended. */
  cancel(): Promise<void>;
}

/** What a value comes as. */
export type ApiValue = unknown;

/** Reads the values of a column. */
export type ReadValue = (value: ApiValue) => ResultValue;

/** Rows of a statement that has ended. */
export interface RowPage {
  /** By column. */
  readonly readers: readonly ReadValue[];
  readonly rows: readonly (readonly ApiValue[])[];
  /** Asks for the next page; absent in the last. */
  readonly more?: ((signal: AbortSignal) => Promise<RowPage>) | undefined;
}

/** What signs in, which each request has. */
export interface Credential {
  /** @throws `source.unavailable` where there is none to be had */
  headers(): Promise<OutgoingHttpHeaders>;
  /** Drops one that was refused, so that the next headers have another where there is another. */
  forget(): void;
}
