/** A user's own credential for a data source. */
export interface UserCredential {
  /**
   * `active` with a token; `expired` and `error`: the user has to connect anew; `missing`: the user has never
   * connected, or the caller is no user; `unknown`: there is no integration of the name; `refused`: the integration
   * gives no tokens to the host of the source.
   */
  readonly status: 'active' | 'expired' | 'error' | 'missing' | 'unknown' | 'refused';
  /** Of an active one. */
  readonly accessToken?: string;
  /** Of an active one: another text after each time that the user has connected. No secret. */
  readonly connectionId?: string;
  readonly email?: string;
}

/** Finds the caller's credential of an integration for a host. */
export type FindCredential = (wanted: {
  readonly integration: string;
  readonly host: string;
}) => Promise<UserCredential>;
