import type { CompiledQuery, NormalizedRequest } from '@oriel/semantic';

/** The answer to `/sql` for one query; `plan` are the steps in which it is answered, a line each. */
export function describeSql(compiled: CompiledQuery): object {
  const { sql, params, columns, query, dataSource, explained } = compiled;
  return {
    sql: {
      sql: [sql, params],
      aliasNameToMember: Object.fromEntries(columns.map(({ alias, key }) => [alias, key])),
      memberNames: columns.map(({ key }) => key),
      order: Object.fromEntries((query.order ?? []).map(({ id, desc }) => [id, desc ? 'desc' : 'asc'])),
      dataSource,
      external: false,
      cacheKeyQueries: [],
      preAggregations: [],
      lambdaQueries: {},
      canUseTransformedQuery: {},
      ...timeDimensionOf(compiled),
    },
    dataSource,
    ...(explained && { plan: explained.plan }),
  };
}

function timeDimensionOf({ columns }: CompiledQuery): object {
  const time = columns.find(({ kind }) => kind === 'timeDimension');
  return time ? { timeDimensionAlias: time.alias, timeDimensionField: time.member } : {};
}

/** The answer to `/dry-run`. */
export function describeDryRun(normalized: NormalizedRequest, compiled: readonly CompiledQuery[]): object {
  return {
    queryType: normalized.queryType,
    normalizedQueries: normalized.queries,
    queryOrder: compiled.map(({ query }) =>
      Object.fromEntries((query.order ?? []).map(({ id, desc }) => [id, desc ? 'desc' : 'asc'])),
    ),
    transformedQueries: compiled.map(({ query }) => ({
      measures: query.measures,
      timeDimensions: query.timeDimensions,
      sortedDimensions: query.dimensions.toSorted(),
    })),
    pivotQuery: normalized.pivotQuery,
  };
}
