import { ReportFileContent, type Report } from '@oriel/contract';
import { createValueReader } from '../../http/requests/validation.ts';

const readInput = createValueReader(ReportFileContent);

/** Fields of a report that its file has, beside the query. */
const fields = ['name', 'title', 'description', 'sqlQuery', 'pivotItems', 'meta'] as const;

/** What of a report may be edited as a file. The query is JSON there, unless it is a text that is none. */
export function reportContent(report: Report): object {
  const shown = fields.flatMap((field) => (report[field] == null ? [] : [[field, report[field]]]));
  const { jsonQuery } = report;
  return {
    ...(Object.fromEntries(shown) as object),
    ...(jsonQuery != null && { jsonQuery: parse(jsonQuery) }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The change of a report that its edited file describes; what is not in the file becomes null.
 *
 * @throws `validation_failed`
 */
export function reportChange(content: object): ReportFileContent {
  const { jsonQuery = null, ...rest } = content as { jsonQuery?: unknown };
  const empty = Object.fromEntries(fields.map((field) => [field, null]));
  const query = jsonQuery === null || typeof jsonQuery === 'string' ? jsonQuery : JSON.stringify(jsonQuery);
  return readInput({ ...empty, ...rest, jsonQuery: query }, 'content');
}
