/** The body of a refusal in the query protocol. */
export interface QueryErrorBody {
  /** What went wrong, for people; the failure of a data source begins with `Error: `. */
  readonly error: string;
  /** The caller has to change the request. */
  readonly type?: 'UserError';
  /** The same as `error`, of what is wrong with a query. */
  readonly plainError?: string;
  readonly code?: string;
  /** Of what the server's log has more about. */
  readonly requestId?: string;
  /** The part of the query that is wrong, such as `periodComparisons[0].measure`. */
  readonly path?: string;
}
