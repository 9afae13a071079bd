import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bench, BenchResult } from './support/bench.ts';

/** The benchmarks in the order in which they run, each loaded only when it is its turn. */
const benches: Record<string, () => Promise<Bench>> = {
  'bulk-move': async () => (await import('./workspace/bulk-move.ts')).bulkMove,
  'scim-creates': async () => (await import('./people/scim-creates.ts')).scimCreates,
  'large-group': async () => (await import('./people/large-group.ts')).largeGroup,
  'large-moves': async () => (await import('./workspace/large-moves.ts')).largeMoves,
  'one-move': async () => (await import('./workspace/one-move.ts')).oneMove,
  'open-embedded': async () => (await import('./embedding/open-embedded.ts')).openEmbedded,
  'send-notifications': async () => (await import('./people/send-notifications.ts')).sendNotifications,
  'access-decision': async () => (await import('./people/access-decision.ts')).accessDecision,
  'bulk-delete': async () => (await import('./workspace/bulk-delete.ts')).bulkDelete,
  'compile-model': async () => (await import('./models/compile-model.ts')).compileModelBench,
  'model-repository': async () => (await import('./models/model-repository.ts')).modelRepositoryBench,
  'model-upload': async () => (await import('./models/model-upload.ts')).modelUpload,
  'model-save': async () => (await import('./models/model-save.ts')).modelSave,
  'query-to-sql': async () => (await import('./models/query-to-sql.ts')).queryToSql,
  'sql-speed': async () => (await import('./models/sql-speed.ts')).sqlSpeed,
  'tpch-speed': async () => (await import('./models/tpch-speed.ts')).tpchSpeed,
  'time-cuts': async () => (await import('./models/time-cuts.ts')).timeCuts,
  memory: async () => (await import('./queries/memory.ts')).memory,
  fairness: async () => (await import('./queries/fairness.ts')).fairness,
  'list-reports': async () => (await import('./list-reports/list-reports.ts')).listReports,
  'sign-ins': async () => (await import('./people/sign-ins.ts')).signIns,
  'oauth-authorize': async () => (await import('./people/oauth-authorize.ts')).oauthAuthorize,
  'oauth-token': async () => (await import('./people/oauth-token.ts')).oauthToken,
  'query-overhead': async () => (await import('./queries/query-overhead.ts')).queryOverhead,
  stream: async () => (await import('./queries/stream.ts')).stream,
  'export-csv': async () => (await import('./queries/export-csv.ts')).exportCsv,
  dashboard: async () => (await import('./dashboard/dashboard.ts')).dashboard,
  mounts: async () => (await import('./embedding/mounts.ts')).mounts,
  'first-token': async () => (await import('./queries/first-token.ts')).firstToken,
  crowd: async () => (await import('./embedding/crowd.ts')).crowd,
  'table-scroll': async () => (await import('./embedding/table-scroll.ts')).tableScroll,
  'new-viewer': async () => (await import('./embedding/new-viewer.ts')).newViewer,
  start: async () => (await import('./start.ts')).start,
};

/**
 * `npm run bench [-- ID… [--large] [--case TEXT]]`: prints one JSON line for each figure, and on standard error which
 * met their targets. With `--large` lists hold a million items; `--case` runs the cases with a text in their names,
 * where a benchmark has several.
 */
const { positionals: wanted, values: options } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean', default: false }, case: { type: 'string' } },
});
const unknown = wanted.filter((id) => !(id in benches));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
console.log(
  JSON.stringify({
    machine: { cpus: cpus().length, memoryBytes: totalmem(), node: process.version },
    commit: commit(),
  }),
);
for (const [id, load] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const bench = await load();
  console.error(`${bench.title} …`);
  for (const result of await bench.run({ isLarge: options.large, only: options.case })) report(id, result);
}

function report(bench: string, result: BenchResult): void {
  const judged = result.ratio ?? result.oriel;
  const met = result.target === undefined ? undefined : judged <= result.target;
  console.log(
    JSON.stringify({ bench, ...result, met }, (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(4)) : value,
    ),
  );
  if (result.target === undefined) return;
  const [is, atMost] = [judged, result.target].map((value) => value.toPrecision(3));
  console.error(`  ${result.name}: ${is}, target at most ${atMost}: ${met ? 'met' : 'MISSED'}`);
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}
