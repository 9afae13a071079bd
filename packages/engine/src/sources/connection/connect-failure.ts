import { ADDRESS_REFUSED } from './reachable-socket.ts';

const SETTING = 'ORIEL_DATA_SOURCE_PRIVATE_NETWORKS';
const OUT_OF_REACH = `its host is in a network that data sources do not reach; the operator of the server sets which they do (${SETTING})`;
/** What TLS does not like, once a server has agreed to speak it. */
const TLS_FAULT =
  /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

/** Of a server that refuses to sign in whom the settings name. */
export const CREDENTIAL_REFUSED = 'it refuses the user or the password of the data source';

/**
 * Why there is no connection to a server: one reason for whatever keeps it from being met, so that nobody learns from
 * the answers which hosts there are and which ports are open; the log has the cause.
 *
 * @param product what should answer there, such as `PostgreSQL`
 */
export function reasonOf(error: unknown, product: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === ADDRESS_REFUSED) return OUT_OF_REACH;
  if (TLS_FAULT.test(code)) return `its certificate is not accepted (${code})`;
  return `nothing is reached at its host and port, or no ${product} answers there`;
}
