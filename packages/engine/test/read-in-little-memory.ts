// Reads the rows of a statement (second argument) from the source that the first one describes, in a process with
// memory that the caller has limited.
import type { SourceConfig } from '@oriel/engine';
import { openSource } from '@oriel/engine/statements';

const [, , config = '', sql = ''] = process.argv;
// The test that runs it has written it.
const source = await openSource(JSON.parse(config) as SourceConfig);
let rows = 0;
let largestPortion = 0;
await source.read(
  { sql, params: [] },
  {
    signal: new AbortController().signal,
    take: ({ rowCount }) => {
      rows += rowCount;
      largestPortion = Math.max(largestPortion, rowCount);
    },
  },
);
await source.close();
process.stdout.write(JSON.stringify({ rows, largestPortion }));
