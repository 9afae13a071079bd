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

/**
 * The networks that companies and machines give their own hosts; not those of a machine's cloud, where credentials are
 * handed out.
 */
export const OWN_NETWORKS = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7';
