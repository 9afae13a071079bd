import { ClickHouseLogLevel, createClient, type ClickHouseSettings } from '@clickhouse/client';
import { clickhouseSettings } from '@oriel/semantic';
import type { Readable } from 'node:stream';
import { createHttpAgent } from '../connection/http-agent.ts';
import type { ClickHouseSourceConfig } from '../connection/source-config.ts';
import type { Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { ROW_FORMAT } from './clickhouse-values.ts';

/** The answer to a statement, while it comes. */
export interface ClickHouseAnswer {
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A ClickHouse as one user reads it. */
export interface ClickHouseConnection {
  /** Asks for an answer of the server to who signs in. */
  meet(): Promise<void>;
  /** Sends a statement under an id of its own. Aborting closes the connection, which stops it as well. */
  send(statement: Statement, options: { id: string; signal: AbortSignal }): Promise<ClickHouseAnswer>;
  /** Has the server stop a statement; nothing happens where it has ended. */
  kill(id: string): Promise<void>;
  close(): Promise<void>;
}

/** The client waits longer than the server, which tells why it has stopped a statement. */
const PATIENCE_MS = 30_000;
/** Less than a runtime waits for a statement that was stopped. */
const KILL_TIMEOUT_MS = 2_000;
const MEET_TIMEOUT_MS = 10_000;

/** Connects with the first statement. Without a login as the user of the settings. */
export function connectClickHouse(
  config: ClickHouseSourceConfig,
  login: UserLogin | undefined,
  timeoutMs: number,
): ClickHouseConnection {
  const { host, port, database = 'default', ssl, networks, isCompressed = false } = config;
  // A token itself says who its user is; it is another one after it was refreshed.
  const auth = () =>
    login ? { access_token: login.password() } : { username: config.user, password: config.password ?? '' };
  const agent = createHttpAgent({ networks, ssl });
  const client = createClient({
    url: `${ssl ? 'https' : 'http'}://${hostOf(host)}:${port ?? (ssl ? 8443 : 8123)}`,
    database,
    application: 'oriel',
    http_agent: agent,
    request_timeout: timeoutMs + PATIENCE_MS,
    compression: { response: isCompressed },
    // Failures are told to who asks.
    log: { level: ClickHouseLogLevel.OFF },
  });
  const settings = settingsOf(timeoutMs);
  return {
    async meet() {
      // The ping of the client knows no other user than its own.
      const abort_signal = AbortSignal.timeout(MEET_TIMEOUT_MS);
      await client.command({ query: 'SELECT 1', abort_signal, auth: auth() });
    },
    async send({ sql, params }, { id, signal }) {
      const values = params.map((value, index) => [`p${index + 1}`, value === null ? null : String(value)]);
      const { stream, response_headers } = await client.exec({
        query: sql,
        query_params: Object.fromEntries(values),
        query_id: id,
        clickhouse_settings: settings,
        abort_signal: signal,
        auth: auth(),
      });
      return { body: stream, headers: response_headers };
    },
    async kill(id) {
      await client.command({
        query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
        query_params: { id },
        abort_signal: AbortSignal.timeout(KILL_TIMEOUT_MS),
        auth: auth(),
      });
    },
    close: () => client.close(),
  };
}

/** An address of IPv6 stands in brackets in a URL. */
const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** With each statement, for a connection of HTTP keeps none. A user who may change no settings is told by the first. */
function settingsOf(timeoutMs: number): ClickHouseSettings {
  return {
    ...clickhouseSettings,
    default_format: ROW_FORMAT,
    // In UTC whatever the zone of a column.
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
    output_format_json_quote_denormals: 0,
    output_format_decimal_trailing_zeros: 1,
    // As JSON it would look like a row.
    http_write_exception_in_output_format: 0,
    max_execution_time: timeoutMs / 1_000,
    timeout_overflow_mode: 'throw',
    // Where Oriel itself is gone, or may not stop it.
    cancel_http_readonly_queries_on_client_close: 1,
    // Settings of a statement may be changed, data may not; as the last, for nothing can be set after 1.
    readonly: '2',
  };
}
