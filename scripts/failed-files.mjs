// A reporter of Node's test runner: writes the path of each test file with a failed test, one a line.
export default async function* failedFiles(events) {
  const seen = new Set();
  for await (const { type, data } of events) {
    const file = data.entryFile ?? data.file ?? data.name;
    if (type !== 'test:fail' || seen.has(file)) continue;
    seen.add(file);
    yield `${file}\n`;
  }
}
