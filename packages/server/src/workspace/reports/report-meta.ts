import {
  findAddresses,
  findChartFaults,
  findMapFaults,
  findTemplateFaults,
  findUnlistedSource,
  refuseFields,
  ReportMeta,
  type FieldIssue,
} from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { createValueReader } from '../../http/requests/validation.ts';
import { createImageHostsStore } from '../../settings/image-hosts-store.ts';

const read = createValueReader(ReportMeta);

/**
 * Reads how a report is drawn. A report may say nothing of it, and keys of clients are kept; what is said must be of a
 * form that a snapshot of the report can be answered in.
 *
 * @throws `validation_failed` with paths below `meta`
 */
export function readReportMeta(meta: object | null | undefined): ReportMeta {
  const drawing = read(meta ?? {}, 'meta');
  const issues = findSpecFaults(drawing);
  if (issues.length > 0) throw refuseFields(issues);
  return drawing;
}

/**
 * Checks that a map which is stored has its regions from a host that the account lists. One that was stored before its
 * host was taken off the list may be stored again as it is.
 *
 * @param stored what is stored already
 * @throws `validation_failed` with the path of the source
 */
export async function checkRegionHost(
  db: Db,
  tenantId: number,
  { meta, stored }: { meta?: object | null | undefined; stored?: object | null | undefined },
): Promise<void> {
  const source = regionSourceOf(meta);
  if (source === undefined || source === regionSourceOf(stored)) return;
  const spec = { mode: 'regions', source };
  const issue = findUnlistedSource(spec, 'meta.spec', await createImageHostsStore(db).list(tenantId));
  if (issue) throw refuseFields([issue]);
}

/** The source of a map of regions, as it came in. */
function regionSourceOf(meta: object | null | undefined): string | undefined {
  const { kind, spec } = (meta ?? {}) as {
    kind?: unknown;
    spec?: { mode?: unknown; source?: unknown } | null;
  };
  if (kind !== 'map' || spec?.mode !== 'regions') return undefined;
  return typeof spec.source === 'string' ? spec.source : undefined;
}

/** What of a spec would reach beyond the rows of its report, in whatever way it is drawn. */
function findSpecFaults({ kind, spec }: ReportMeta): FieldIssue[] {
  if (spec == null) return [];
  const path = 'meta.spec';
  switch (kind) {
    case 'vega':
      return findChartFaults(spec, path);
    case 'html':
      return typeof spec === 'string'
        ? findTemplateFaults(spec, path)
        : findTemplateFaults(spec.template, `${path}.template`);
    case 'map':
      return findMapFaults(spec, path);
    case 'sankey':
      return findAddresses(spec, path);
    case 'kpi':
      return spec.blocks.flatMap((block, index) =>
        block.type === 'html' ? findTemplateFaults(block.content, `${path}.blocks[${index}].content`) : [],
      );
    case 'table':
    case null:
    case undefined:
      // What is drawn of a table has no address but those in its rows.
      return [];
    default:
      return kind satisfies never;
  }
}
