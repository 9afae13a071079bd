import type { PrintedSql } from '@oriel/semantic';
import { EngineError } from '../errors.ts';
import type { ResultColumns, ResultValue, Source } from '../sources/source.ts';
import type { UserCredential } from '../sources/user-credential.ts';

/** Stands where a token would be read. */
export const HIDDEN = '•••';

/** The tokens of a caller's credentials. */
export function tokensOf(credentials: Readonly<Record<string, UserCredential>> = {}): readonly string[] {
  return Object.values(credentials).flatMap(({ accessToken }) => accessToken ?? []);
}

/**
 * A source with results and errors in which tokens are hidden that are part of a statement: a model may hand a token on to its database,
 * and nobody reads it.
 */
export function hidingTokens<Kind extends Source>(
  source: Kind,
  statements: readonly (PrintedSql | undefined)[],
  tokens: readonly string[],
): Kind {
  const found = tokens.filter((token) =>
    statements.some((statement) => statement && mentions(statement, token)),
  );
  if (found.length === 0) return source;
  const hide = (text: string) => found.reduce((left, token) => left.replaceAll(token, HIDDEN), text);
  const hideValue = (value: ResultValue) => (typeof value === 'string' ? hide(value) : value);
  const hideRows = ({ rowCount, columns }: ResultColumns): ResultColumns => ({
    rowCount,
    columns: columns.map((column) => column.map(hideValue)),
  });
  return {
    ...source,
    // Its file would hold tokens as they are.
    writeCsv: undefined,
    async read(statement, options) {
      try {
        await source.read(statement, { ...options, take: (portion) => options.take(hideRows(portion)) });
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        // The cause has the words of the database as they are.
        const { code, message, retryAfterSeconds, member, at, suspect, isFatal } = error;
        throw new EngineError(code, hide(message), {
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
          ...(member !== undefined && { member }),
          ...(at !== undefined && { at }),
          ...(suspect !== undefined && { suspect }),
          ...(isFatal && { isFatal }),
        });
      }
    },
  };
}

function mentions({ sql, params }: PrintedSql, token: string): boolean {
  return sql.includes(token) || JSON.stringify(params).includes(token);
}
