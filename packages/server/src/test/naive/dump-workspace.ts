import type pg from 'pg';

const tables = [
  'folders',
  'workbooks',
  'reports',
  'report_placements',
  'dashboards',
  'dashboard_versions',
  'grants',
  'workspace_views',
  'workspace_favorites',
  'report_counts',
  'workbook_counts',
];

/** For tests: every row of a workspace, and the numbers of its folders, as one value. */
export async function dumpWorkspace(pool: pg.Pool): Promise<Record<string, unknown>> {
  const dumped: Record<string, unknown> = {};
  for (const table of tables)
    dumped[table] = (await pool.query(`select to_jsonb(t)::text as row from ${table} t order by 1`)).rows;
  dumped['counts'] = (
    await pool.query(`
      select id, type, sum(held) as held, sum(lying) as lying, sum(below) as below from (
        select folder_id as id, resource_type as type, held, lying, below from folder_counts
        union all
        select above, c.resource_type, case when above = f.id then held else 0 end, case when above = f.id then lying else 0 end, lying
        from folder_changes c join folders f on f.id = c.folder_id cross join lateral unnest(f.path) as above
      ) counted group by 1, 2 having (sum(held), sum(lying), sum(below)) <> (0, 0, 0) order by 1, 2`)
  ).rows;
  return dumped;
}
