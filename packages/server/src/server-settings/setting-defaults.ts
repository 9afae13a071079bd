/** How many viewers an account may have without a setting. */
export const DEFAULT_MAX_EMBED_USERS = 1_000_000;
/** Bytes that are kept free: PostgreSQL ends where its log cannot grow, and then nothing can be read either. */
export const DEFAULT_DISK_RESERVE_BYTES = 64 * 2 ** 20;

/** Settings are in seconds. */
export const MS_PER_SECOND = 1_000;
/** Settings are in megabytes. */
export const BYTES_PER_MB = 2 ** 20;
/** How long an OAuth access token can be used. */
export const DEFAULT_ACCESS_TOKEN_SECONDS = 3_600;
