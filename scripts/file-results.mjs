// A reporter of Node's test runner: writes what became of the test files, one JSON object a line: `{"failed": PATH}` of each with a
// failed test, and `{"path": PATH, "seconds": N}` of each by the clock.
export default async function* fileResults(events) {
  const failed = new Set();
  for await (const { type, data } of events) {
    const path = data?.entryFile ?? data?.file ?? data?.name;
    if (type === 'test:summary' && data.file !== undefined)
      yield `${JSON.stringify({ path, seconds: data.duration_ms / 1000 })}\n`;
    if (type !== 'test:fail' || failed.has(path)) continue;
    failed.add(path);
    yield `${JSON.stringify({ failed: path })}\n`;
  }
}
