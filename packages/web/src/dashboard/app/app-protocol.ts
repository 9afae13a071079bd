import type { QueryResult } from '@oriel/dashboard/query-result';

/*
 * What a dashboard app and the surface around it say to each other: packages/embed/SPEC.md, section 8. A request has an id, and is
 * answered under it; a notice has none.
 */

/** A report that the app may ask for, as it was when the dashboard was published. */
export interface AppReport {
  id: number;
  /** Null of a dashboard that an older version has published. */
  publicId: string | null;
  name: string;
  title: string | null;
  description: string | null;
  /** How the report itself is drawn: `vega`, `table`, … */
  kind: string | null;
}

/** A column of rows. */
interface AppColumn {
  /** The key of its values in the rows. */
  key: string;
  title: string;
  kind: 'measure' | 'dimension' | 'timeDimension';
  /** `number`, `string`, `time` or `boolean`. */
  type: string;
  /** As the model or the report says. */
  format: unknown;
}

/** The rows of a report, as the viewer may see them, with what the controls of the dashboard say. */
export interface AppRows {
  report: AppReport;
  columns: AppColumn[];
  rows: QueryResult['rows'];
  /** The zone that times are wall clocks of; null where the query API gave none. */
  timezone: string | null;
}

/** A control that the author has given the dashboard. */
interface AppControl {
  id: string;
  type: 'FILTER' | 'TIME_GRAIN' | 'FIELD';
  member: string;
  operator: string;
  value: unknown;
}

/** What the viewer and the host have set. */
export interface AppState {
  /** In the form of a query string: `f_…`, `tg_…`, `ms_…`; empty for no choice. */
  state: string;
  controls: AppControl[];
  /** The zone of queries; null leaves it to the model. */
  timezone: string | null;
  locale: string;
  scheme: 'light' | 'dark';
  /** Colours and font of the dashboard around the app. */
  theme: Record<'page' | 'surface' | 'text' | 'muted' | 'line' | 'accent' | 'good' | 'bad' | 'font', string>;
}

/** Why a request was not carried out. */
type AppErrorCode =
  | 'unknown_method'
  | 'invalid_params'
  | 'too_large'
  | 'too_many'
  | 'report_not_found'
  | 'forbidden'
  | 'query_failed';

/** A refusal, which the app reads. */
export class AppRefusal extends Error {
  override readonly name = 'AppRefusal';
  readonly code: AppErrorCode;

  constructor(code: AppErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Bounds of what an app says. */
export const appLimits = {
  /** Characters in all texts of a message. */
  maxChars: 65_536,
  /** Objects, lists and values of a message, and how deep they may be nested. */
  maxValues: 4_096,
  maxDepth: 16,
  /** Messages within one second; what comes beyond is refused. */
  maxPerSecond: 100,
  /** Requests that wait for their answer. */
  maxPending: 50,
} as const;
