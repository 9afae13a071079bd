import {
  findAddresses,
  findChartFaults,
  findMapFaults,
  findTemplateFaults,
  refuseFields,
  ReportMeta,
  type FieldIssue,
} from '@oriel/contract';
import { createValueReader } from '../../http/validation.ts';

const read = createValueReader(ReportMeta);

/**
 * Reads how a report is drawn. A report may say nothing of it, and keys of clients are kept; what is said must be of a form
 * that a snapshot of the report can be answered in.
 *
 * @throws `validation_failed` with paths below `meta`
 */
export function readReportMeta(meta: object | null | undefined): ReportMeta {
  const drawing = read(meta ?? {}, 'meta');
  const issues = findSpecFaults(drawing);
  if (issues.length > 0) throw refuseFields(issues);
  return drawing;
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
