// A reporter of Node's test runner: writes what became of the test files, which are the suites of `test-group.mjs`. One JSON object a
// line: `{"failed": PATH}` of each with a failed test, and `{"path": PATH, "seconds": N}` of each by the clock. Where a whole group
// ended before its files did, it is the path of the group that has failed.
export default async function* fileResults(events) {
  const failed = new Set();
  for await (const { type, data } of events) {
    if (data?.nesting !== 0) continue;
    const isFile = data.details?.type === 'suite';
    if (isFile && (type === 'test:pass' || type === 'test:fail'))
      yield `${JSON.stringify({ path: data.name, seconds: data.details.duration_ms / 1000 })}\n`;
    const path = isFile ? data.name : (data.entryFile ?? data.file ?? data.name);
    if (type !== 'test:fail' || failed.has(path)) continue;
    failed.add(path);
    yield `${JSON.stringify({ failed: path })}\n`;
  }
}
