import type { SummedBranch } from '../ir/plan.ts';
import type { BaseMeasure } from '../ir/columns.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import type { MeasureMode } from './render/render-member.ts';
import { as } from './write-parts.ts';
import { writeRows, type RowsWriter } from './write-rows.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** The measures of summed branches as aggregates over what stands beside each row. */
export function summedColumns(
  { dialect }: WriteSettings,
  sums: readonly SummedBranch[],
): Map<string, Fragment> {
  return new Map(
    sums.flatMap((branch) => {
      const alias = dialect.quoteIdentifier(branch.rows.tree.root);
      return measuresOf(branch).map((baseMeasure) => {
        const column: Fragment = [`${alias}.${dialect.quoteIdentifier(baseMeasure.key)}`];
        return [baseMeasure.key, withProvenance(baseMeasure.key, total(baseMeasure, column))] as const;
      });
    }),
  );
}

function measuresOf({ baseMeasures, sums }: SummedBranch): BaseMeasure[] {
  return [...baseMeasures, ...sums.flatMap(measuresOf)];
}

/** Where no row of a branch was found, there is nothing to count, which is none. */
function total({ measure: { type } }: BaseMeasure, column: Fragment): Fragment {
  return type === 'count' ? sql`CAST(coalesce(sum(${column}), 0) AS BIGINT)` : sql`${type}(${column})`;
}

/** The joins of branches, each a SELECT with one row for each value of the columns that join it. */
export function writeSums(
  settings: WriteSettings,
  { joining }: RowsWriter,
  sums: readonly SummedBranch[],
): Fragment {
  const { dialect } = settings;
  return sums.map((branch) => {
    const alias = dialect.quoteIdentifier(branch.rows.tree.root);
    const same = branch.equalities.map(
      ({ own }, index) =>
        sql`${joining.template(branch.cube, own)} = ${alias}.${dialect.quoteIdentifier(keyName(index))}`,
    );
    return sql` LEFT JOIN (${writeBranch(settings, branch)}) AS ${alias} ON ${withProvenance(branch.cube, join(same, ' AND '))}`;
  });
}

const keyName = (index: number) => `__key_${index}`;

function writeBranch(
  settings: WriteSettings,
  { cube, equalities, rows, baseMeasures, sums }: SummedBranch,
): Fragment {
  const writer = writeRows(settings, rows);
  const keys = equalities.map(({ partner }, index) =>
    as(settings, writer.joining.template(cube, partner), keyName(index)),
  );
  const mode: MeasureMode = { fannedOut: new Set(), ungrouped: false };
  const own = baseMeasures.map(({ cube: owner, measure, key }) =>
    as(settings, writer.render.measure(owner, measure, mode), key),
  );
  const inner = [...summedColumns(settings, sums)].map(([key, value]) => as(settings, value, key));
  const numbers = equalities.map((_, index) => String(index + 1)).join(', ');
  const where = writer.where();
  return sql`SELECT ${join([...keys, ...own, ...inner], ', ')} FROM ${writer.from()}${writeSums(settings, writer, sums)}${where} GROUP BY ${numbers}`;
}
