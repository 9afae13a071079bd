import {
  featuresIn,
  refuse,
  refuseFields,
  reportFeatureNames,
  withFeatures,
  type Report,
} from '@oriel/contract';
import type { EncodedAnswer, Engine, RuntimeTarget } from '@oriel/engine';
import type { Author } from '../../access/principal.ts';
import type { SecurityContextReader } from '../../query/security-context.ts';

/** The parts of a report that say what it asks. */
export type AskingReport = Pick<Report, 'jsonQuery' | 'meta'>;

/**
 * Checks what a report asks. A query that comes as text is JSON. Where it compares periods, fills missing rows, in its
 * own keys or in `meta`, or has calculated fields of its own, the author's version of the model must be able to answer
 * it; access to its members is checked for each viewer.
 *
 * @throws `validation_failed` that names the place, the value and what is allowed; `conflict` while the model is
 * broken; `unavailable` while it cannot be asked
 */
export type CheckReportQuery = (
  scope: RuntimeTarget & { readonly actor: Author },
  report: AskingReport,
) => Promise<void>;

export function createReportQueryCheck(
  engine: Pick<Engine, 'checkQuery'>,
  readSecurityContext: SecurityContextReader,
): CheckReportQuery {
  return async ({ actor, ...target }, { jsonQuery, meta }) => {
    const query = parseQuery(jsonQuery);
    const [asked, added] = [featuresIn(query), featuresIn(meta)];
    const isAdded = (name: string | undefined) => name !== undefined && name in added;
    const hasFields = query !== undefined && 'calculatedFields' in query;
    if (!hasFields && Object.keys({ ...asked, ...added }).length === 0) return;
    const misplaced = reportFeatureNames
      .filter((name) => isAdded(name))
      .flatMap((name) => {
        const fault = placeFault(query, name in asked);
        return fault === undefined ? [] : [{ path: `meta.${name}`, message: fault }];
      });
    if (misplaced.length > 0 || !query) throw refuseFields(misplaced);
    const answer = await engine.checkQuery(target, {
      query: withFeatures(query, added),
      securityContext: await readSecurityContext(actor),
    });
    if (answer.status === 200) return;
    const { error, path } = readFault(answer);
    if (answer.status !== 400) throw unanswered(answer.status, error);
    const holder = isAdded(path?.split(/[.[]/)[0]) ? 'meta' : 'jsonQuery';
    throw refuseFields([{ path: path === undefined ? holder : `${holder}.${path}`, message: error }]);
  };
}

/** @throws `validation_failed` for a text that is no JSON */
function parseQuery(jsonQuery: string | null | undefined): object | undefined {
  if (jsonQuery == null) return undefined;
  try {
    const query: unknown = JSON.parse(jsonQuery);
    return typeof query === 'object' && query !== null ? query : undefined;
  } catch (cause) {
    throw refuseFields([{ path: 'jsonQuery', message: `is not JSON: ${(cause as Error).message}` }], cause);
  }
}

function placeFault(query: object | undefined, isAskedAlready: boolean): string | undefined {
  if (!query) return 'needs jsonQuery to be the query that it is about, and there is none';
  if (Array.isArray(query)) return 'is about one query, and jsonQuery is a list of them';
  return isAskedAlready ? 'stands in jsonQuery as well; keep one of the two' : undefined;
}

function readFault({ body }: EncodedAnswer): { error: string; path?: string } {
  // Written by the engine as JSON, with its sentence for the caller.
  return JSON.parse(Buffer.concat(body).toString()) as { error: string; path?: string };
}

function unanswered(status: number, error: string) {
  const reason = `The report cannot be checked against the data model. ${error}`;
  return status === 503 ? refuse('unavailable', { reason }) : refuse('conflict', { reason });
}
