// Reads a million rows from the PostgreSQL that its argument describes, in a process whose memory the caller has limited.
import { openPostgresSource } from '../src/sources/postgres-source.ts';

const source = openPostgresSource(JSON.parse(process.argv[2] ?? ''));
let rows = 0;
let largestPortion = 0;
await source.read(
  {
    sql: "select n, n::text || repeat(' wide', 20), now(), n::numeric / 7, n % 2 = 0 from generate_series(1, 1000000) as t(n)",
    params: [],
  },
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
