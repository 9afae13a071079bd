import type { ModelFile } from '@oriel/semantic';

const readme = `# Data model

Cubes describe tables: their dimensions, measures and joins. Views choose what of them people see.

- \`model/cubes/\`: one file for each cube
- \`model/views/\`: one file for each view

\`model/cubes/orders.yml\` is an example in comments. Take the comment marks away, name a table that your data source has,
and commit: the next query sees it.
`;

const exampleCube = `# cubes:
#   - name: orders
#     sql_table: orders
#
#     dimensions:
#       - name: id
#         sql: id
#         type: number
#         primary_key: true
#       - name: status
#         sql: status
#         type: string
#       - name: created_at
#         sql: created_at
#         type: time
#
#     measures:
#       - name: count
#         type: count
#       - name: total_amount
#         sql: amount
#         type: sum
`;

const exampleView = `# views:
#   - name: sales
#     cubes:
#       - join_path: orders
#         includes: [status, created_at, count, total_amount]
`;

/** The files of a new deployment: a model that compiles and is empty, with an example in comments. */
export const starterProject: readonly ModelFile[] = [
  { path: 'README.md', content: readme },
  { path: 'model/cubes/orders.yml', content: exampleCube },
  { path: 'model/views/sales.yml', content: exampleView },
];

/** The variables of a new deployment: a DuckDB in memory, until a source is set. */
export const starterVariables = { CUBEJS_DB_TYPE: 'duckdb' };
