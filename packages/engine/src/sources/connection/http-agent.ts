import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { createReachableSocket, type ReachableNetworks } from './reachable-socket.ts';
import type { TlsConfig } from './source-config.ts';

/** Where requests may lead, and how they are encrypted. */
interface HttpAgentOptions {
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks | undefined;
  /** Absent: an agent of plain HTTP. */
  readonly ssl?: TlsConfig | undefined;
  /** Sockets at once; requests beyond them wait. Default: no limit. */
  readonly maxConnections?: number | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A socket that carries no request for so long is closed. */
const IDLE_MS = 60_000;
const ALL_NETWORKS: ReachableNetworks = { refused: [], allowed: [] };

/**
 * Makes the agent of an HTTP client: its connections lead into reachable networks alone, whatever the name of the host
 * stands for, and are kept for the next request. `destroy()` closes them.
 *
 * A request fails with the code `ERR_ADDRESS_REFUSED` where the network is refused, `ETIMEDOUT` after 10 seconds
 * without a connection, and otherwise those of Node.js (`ECONNREFUSED`, `CERT_HAS_EXPIRED` …).
 */
export function createHttpAgent({
  networks = ALL_NETWORKS,
  ssl,
  maxConnections,
}: HttpAgentOptions): http.Agent {
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    ...(maxConnections !== undefined && { maxSockets: maxConnections }),
  };
  if (!ssl) {
    const agent = new http.Agent(options);
    agent.createConnection = (request) => connect(request, networks);
    return agent;
  }
  const agent = new https.Agent({ ...options, ...tlsOf(ssl) });
  const encrypt = agent.createConnection.bind(agent);
  agent.createConnection = (request) => {
    // TLS is spoken over a socket that is given, which the types of HTTP do not know.
    const overSocket = { ...request, socket: connect(request, networks) };
    return encrypt(overSocket);
  };
  return agent;
}

function connect({ host, port }: http.ClientRequestArgs, networks: ReachableNetworks): Socket {
  const socket = createReachableSocket(networks);
  const timer = setTimeout(() => socket.destroy(timedOut()), CONNECT_TIMEOUT_MS);
  const stop = () => clearTimeout(timer);
  socket.once('connect', stop).once('close', stop);
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  return socket.connect(Number(port), host ?? 'localhost');
}

function timedOut(): NodeJS.ErrnoException {
  return Object.assign(new Error('There is no connection after a while'), { code: 'ETIMEDOUT' });
}

/** An address is no name that a client may ask for, so that it is only compared with the certificate. */
function tlsOf({ servername, ...tls }: TlsConfig): https.AgentOptions {
  if (servername === undefined) return tls;
  return {
    ...tls,
    ...(isIP(servername) === 0 && { servername }),
    checkServerIdentity: (_host, certificate) => checkServerIdentity(servername, certificate),
  };
}
