import type { ConnectionOptions } from 'mysql2';
import type { Socket } from 'node:net';
import { createReachableSocket } from '../connection/reachable-socket.ts';
import type { MySqlSourceConfig, TlsConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ALL_NETWORKS = { refused: [], allowed: [] };

/** What a client needs to reach a source: nothing is left for it to find in the server's environment. */
export function optionsOf(
  { host, port = 3306, database, ssl, networks = ALL_NETWORKS }: MySqlSourceConfig,
  { user, password }: UserLogin,
): ConnectionOptions {
  return {
    // Named to TLS alone, for the socket is made here.
    host: ssl?.servername ?? host,
    port,
    stream: () => openSocket(networks, { host, port, name: ssl?.servername ?? host }),
    user,
    password: password(),
    database,
    ...(ssl && { ssl: tlsOf(ssl) }),
    // A password goes as it is over encrypted connections alone.
    enableCleartextPlugin: ssl !== undefined,
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'UTF8MB4_BIN',
    // A server may ask for files of its client, several results, or blanks before brackets: not here.
    flags: ['-LOCAL_FILES', '-MULTI_RESULTS', '-IGNORE_SPACE', '-ODBC', '-FOUND_ROWS'],
    multipleStatements: false,
    connectAttributes: { program_name: 'oriel' },
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    trace: false,
  };
}

/**
 * The client leaves the name of the host out where that is an address, and TLS would check the certificate for
 * `localhost` instead; a socket that knows the name of its host is asked first.
 */
function openSocket(
  networks: NonNullable<MySqlSourceConfig['networks']>,
  { host, port, name }: { host: string; port: number; name: string },
): Socket {
  const socket = createReachableSocket(networks);
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  return Object.assign(socket.connect(port, host), { _host: name });
}

function tlsOf({ rejectUnauthorized, ca, cert, key }: TlsConfig): ConnectionOptions['ssl'] & object {
  return {
    rejectUnauthorized,
    verifyIdentity: rejectUnauthorized,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}
