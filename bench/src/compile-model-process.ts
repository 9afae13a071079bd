/**
 * A fresh process of the compile-model benchmark: `oriel FILES QUERY` or `floor FILES`, both as JSON. Prints the
 * milliseconds from the first import to the compiled model, and from there to the SQL of the query.
 */
const [way, filesJson = '[]', queryJson = '{}'] = process.argv.slice(2);
// Both come from the benchmark itself.
const files = JSON.parse(filesJson) as { path: string; content: string }[];
const query: unknown = JSON.parse(queryJson);

const started = performance.now();
if (way === 'floor') {
  const { parse } = await import('yaml');
  for (const { content } of files) parse(content);
  console.log(JSON.stringify({ modelMs: performance.now() - started }));
} else {
  const { compileModel, compileQuery, duckdb, normalizeQuery } = await import('@oriel/semantic');
  const compiled = compileModel(files);
  const modelMs = performance.now() - started;
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  const context = { securityContext: {}, brandKey: 'svcCloud', now: new Date() };
  for (const one of normalizeQuery(query, context).queries)
    compileQuery(compiled.model, one, context, duckdb);
  console.log(JSON.stringify({ modelMs, queryMs: performance.now() - started - modelMs }));
}
