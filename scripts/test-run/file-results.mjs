// A reporter of Node's test runner: writes what became of the test files, which are the suites of `test-group.mjs`. One
// JSON object a line: `{path, isPassed, seconds, tests, failures}` of a file with its failed tests, each with `title`,
// `message` and `stack`; and `{entry, reason}` of the process of a group that has failed. A process that ends in its
// middle says nothing of the files it was to run yet.
export default async function* fileResults(events) {
  let failures = [];
  let tests = 0;
  const titles = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') titles[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details?.type === 'suite';
    const isFailed = type === 'test:fail';
    if (data.nesting > 0) {
      if (!isSuite) tests += 1;
      const title = [...titles.slice(1, data.nesting), data.name].join(' › ');
      if (isFailed && !isByChild(data)) failures.push({ title, ...told(data.details.error) });
      continue;
    }
    if (!isSuite) {
      if (isFailed) yield line({ entry: data.file ?? data.name, reason: reasonOf(data.details.error) });
      continue;
    }
    // Hooks and the loading of a file fail without a test of it.
    if (isFailed && !isByChild(data)) failures.push({ title: data.name, ...told(data.details.error) });
    const seconds = data.details.duration_ms / 1000;
    yield line({ path: data.name, isPassed: !isFailed, seconds, tests, failures });
    failures = [];
    tests = 0;
  }
}

/** A test that failed because one within it did. */
function isByChild({ details }) {
  return details?.error?.failureType === 'subtestsFailed';
}

function told(error) {
  const { message, stack } = error?.cause ?? error ?? {};
  return { message: String(message ?? error?.cause ?? error), stack: String(stack ?? '') };
}

function reasonOf({ signal, exitCode } = {}) {
  if (signal) return `was ended by ${signal}`;
  return typeof exitCode === 'number' ? `ended with the exit code ${exitCode}` : 'failed';
}

function line(record) {
  return `${JSON.stringify(record)}\n`;
}
