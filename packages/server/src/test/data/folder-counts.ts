import type pg from 'pg';

/** For tests: the numbers of every folder, as they are kept and as they are counted. */
export async function compareFolderCounts(pool: pg.Pool): Promise<{ kept: object[]; counted: object[] }> {
  const query = async (text: string) => (await pool.query<object>(text)).rows;
  const kept = await query(`
    select folder_id, resource_type, sum(held) as held, sum(lying) as lying, sum(below) as below
    from (
      select folder_id, resource_type, held, lying, below from folder_counts
      union all
      select above.id, c.resource_type, case when above.id = f.id then held else 0 end,
        case when above.id = f.id then lying else 0 end, lying
      from folder_changes c join folders f on f.id = c.folder_id cross join lateral unnest(f.path) as above(id)
    ) numbers
    group by 1, 2 having (sum(held), sum(lying), sum(below)) <> (0, 0, 0) order by 1, 2`);
  const counted = await query(`
    with placed as (
      select 'WORKBOOK' as type, folder_id as own, folder_id as place from workbooks
      union all
      select 'REPORT', r.folder_id, coalesce(r.folder_id, w.folder_id) from reports r left join workbooks w on w.id = r.workbook_id
    )
    select f.id as folder_id, p.type as resource_type, count(*) filter (where p.own = f.id) as held,
      count(*) filter (where p.place = f.id) as lying, count(*) as below
    from folders f join folders inner_folder on f.id = any(inner_folder.path) join placed p on p.place = inner_folder.id
    group by 1, 2 order by 1, 2`);
  return { kept, counted };
}
