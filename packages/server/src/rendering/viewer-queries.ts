import type { PythonAnalysisFilteredRun, ReportSnapshot, ServerBrand } from '@oriel/contract';
import type { EncodedAnswer, Engine, RuntimeTarget } from '@oriel/engine';
import type { EmbedPrincipal, UserPrincipal } from '../access/principal.ts';
import type { PythonAsked } from '../python/python-input.ts';
import type { ReportOutputs } from '../python/report-outputs.ts';
import { digestOf, queryCallerOf } from '../query/query-caller.ts';
import type { CredentialFinder } from '../query/credential-finder.ts';
import type { SecurityContextReader } from '../query/security-context.ts';

/**
 * Asks a deployment as one viewer: for the rows of queries, and for those that the Python of a report makes of them.
 */
export interface ViewerQueries {
  /** The viewer's attributes by name, for controls that take their value from one. */
  readonly userAttributes: Readonly<Record<string, unknown>>;
  /** What the policies of the model see of the viewer, by its digest. */
  readonly rights: string;
  /** Answers one query as an answer of several, which is what the query API gives each query of a batch. */
  load(query: object, signal: AbortSignal): Promise<EncodedAnswer>;
  /** As {@link ReportOutputs.run}. */
  runPython(
    snapshot: Omit<ReportSnapshot, 'id'>,
    asked: PythonAsked,
    signal: AbortSignal,
  ): Promise<PythonAnalysisFilteredRun>;
  /** What the model offers to the viewer. */
  meta(): Promise<EncodedAnswer>;
  /** The names of the members that are times. */
  findTimeMembers(): Promise<ReadonlySet<string>>;
}

/** What queries are asked with. */
export interface ViewerQueriesOptions {
  readonly engine: Pick<Engine, 'load' | 'meta'>;
  readonly readSecurityContext: SecurityContextReader;
  readonly brand: ServerBrand;
  readonly outputs: ReportOutputs;
  /** Default: nobody has credentials of their own. */
  readonly credentialsOf?: CredentialFinder | undefined;
}

/** Makes the queries of a viewer: the row-level policies of the model see exactly this viewer. */
export async function createViewerQueries(
  viewer: UserPrincipal | EmbedPrincipal,
  target: RuntimeTarget,
  { engine, readSecurityContext, brand, credentialsOf, outputs }: ViewerQueriesOptions,
): Promise<ViewerQueries> {
  const securityContext = await readSecurityContext(viewer);
  const shared = { securityContext, caller: queryCallerOf(viewer), seesModel: false } as const;
  const findCredential = credentialsOf?.(viewer);
  const user = securityContext[brand.securityContextKey] as
    | { userAttributes?: Record<string, unknown> }
    | undefined;
  const queries: ViewerQueries = {
    userAttributes: user?.userAttributes ?? {},
    rights: digestOf(securityContext),
    load: (query, signal) =>
      engine.load(target, { ...shared, query, queryType: 'multi' }, { signal, findCredential }),
    runPython: (snapshot, asked, signal) => outputs.run({ viewer, target, signal }, snapshot, asked),
    meta: () =>
      engine.meta(
        target,
        { ...shared, options: { isExtended: false, onlyViews: false } },
        { findCredential },
      ),
    async findTimeMembers() {
      const { status, body } = await queries.meta();
      if (status !== 200) return new Set();
      const { cubes } = JSON.parse(Buffer.concat(body).toString('utf8')) as WireMeta;
      return new Set(
        cubes
          .flatMap(({ dimensions = [] }) => dimensions)
          .filter(({ type }) => type === 'time')
          .map(({ name }) => name),
      );
    },
  };
  return queries;
}

interface WireMeta {
  cubes: { dimensions?: { name: string; type: string }[] }[];
}
