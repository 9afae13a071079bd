/** Requests a second, over all servers; 0 for no limit. See `rate-limit.ts`. */
export interface RateLimitSettings {
  readonly perCredential: number;
  /** Of all credentials of an account together. */
  readonly perTenant: number;
  /** Without a credential. */
  readonly perAddress: number;
  /** With credentials that are refused. */
  readonly failuresPerAddress: number;
}

/**
 * The limits without settings. An integration opens every dashboard of its users with one key, and many people may be
 * behind one address, so both get about what one server answers; an account gets a few of these. They stop a loop that
 * has gone wild and guesses of credentials; that heavy queries of one caller do not stop the others is up to the shares
 * of the engine.
 */
export const DEFAULT_RATE_LIMITS: RateLimitSettings = {
  perCredential: 2_000,
  perTenant: 5_000,
  perAddress: 1_000,
  failuresPerAddress: 100,
};
