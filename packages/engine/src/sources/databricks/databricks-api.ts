import { unavailable } from '../connection/circuit-breaker.ts';
import { createHttpSender } from '../connection/http-sender.ts';
import type { DatabricksSourceConfig } from '../connection/source-config.ts';
import type { Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { createApiClient } from '../statement-api/api-client.ts';
import type { StatementApi } from '../statement-api/statement-api.ts';
import { credentialOf } from './databricks-credential.ts';
import { isRefused } from './databricks-errors.ts';
import { createExternalLinks } from './databricks-links.ts';
import { rowsOfText, type Chunk } from './databricks-results.ts';
import { createStatementRuns } from './databricks-statement.ts';

const MAX_ANSWER_MB = 192;

/** Times are on the clocks of the warehouse, and no statement can set them for another. */
const ZONE: Statement = { sql: 'SELECT current_timezone()', params: [] };
const UTC = /^(?:UTC|Etc\/UTC|GMT|Z|(?:UTC|GMT)?\+00:00)$/;
const OTHER_ZONE =
  'its SQL warehouse is in another time zone than UTC; set TIMEZONE of its SQL configuration to UTC';

/** The Statement Execution API. @see https://docs.databricks.com/api/workspace/statementexecution/executestatement */
export function openDatabricksApi(
  config: DatabricksSourceConfig,
  login: UserLogin | undefined,
  timeoutMs: number,
): StatementApi {
  const { port = config.ssl ? 443 : 80 } = config;
  const http = createHttpSender({ ...config, port, maxAnswerMb: MAX_ANSWER_MB });
  const { send } = createApiClient(http, credentialOf(config, login), { isRefused });
  const links = createExternalLinks(config, MAX_ANSWER_MB);
  const rowsIn = async ({ link, rows }: Chunk, signal: AbortSignal) =>
    link ? rowsOfText(await links.read(link, signal)) : rows;
  let isUtc = false;
  return {
    async submit(statement) {
      const { begin, readResult } = createStatementRuns({ config, send, timeoutMs, rowsIn });
      const read = { statement, succeed: readResult };
      if (isUtc) return begin(read);
      return begin({
        statement: ZONE,
        succeed({ chunk }) {
          const zone = String(chunk.rows[0]?.[0]);
          if (!UTC.test(zone)) throw unavailable(OTHER_ZONE, new Error(`It is in ${zone}`));
          isUtc = true;
          return begin(read);
        },
      });
    },
    close() {
      http.close();
      links.close();
    },
  };
}
