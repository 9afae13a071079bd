import { Refusal, type Dashboard, type PythonAnalysisFilteredRun } from '@oriel/contract';
import { fieldsOf, toMemberSwitchers, withReportNames } from '@oriel/dashboard/apply-fields';
import { applyControls, queryOf } from '@oriel/dashboard/chart-query';
import type { ControlSettings } from '@oriel/dashboard/control-settings';
import { createControlStates } from '@oriel/dashboard/control-states';
import { toInitialControls } from '@oriel/dashboard/initial-controls';
import { withColumnFormats } from '@oriel/dashboard/column-formats';
import { hasPython, pythonRows } from '@oriel/dashboard/python-rows';
import { toResult, type QueryResult, type WireResult } from '@oriel/dashboard/query-result';
import { withTimes } from '@oriel/dashboard/time-filters';
import { chartConfigOf, widgetsOf } from '@oriel/dashboard/widgets';
import type { EncodedAnswer } from '@oriel/engine';
import { answerChunks } from '../query/answer-chunks.ts';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';
import type { ViewerQueries } from './viewer-queries.ts';

/** What one chart of a dashboard answers to a viewer: its rows, or why there are none. */
export interface ChartAnswer {
  readonly widgetId: string;
  readonly title: string;
  readonly result?: QueryResult;
  /** Why there are none, in English, for those who run the server. */
  readonly error?: string;
  /** Its code: of the query API, of an operation, or `python_failed` and `message_too_large`. */
  readonly code?: string;
  /** Whether the same question may be answered later. */
  readonly isTemporary?: boolean;
}

/** Everything that a rendering of a dashboard rests on. */
export interface DashboardAnswers {
  readonly charts: readonly ChartAnswer[];
  /** What the controls say. */
  readonly settings: ControlSettings;
}

/** How a dashboard is asked. */
interface AskOptions {
  readonly controls: DashboardControls;
  /** The zone of the account; undefined leaves it to the model. */
  readonly timezone: string | undefined;
  readonly signal: AbortSignal;
}

/** More than any mail carries; the picture shows what the chart makes of it. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Asks all charts of a dashboard at once, under the rights of a viewer. */
export async function askCharts(
  dashboard: Dashboard,
  queries: ViewerQueries,
  { controls, timezone, signal }: AskOptions,
): Promise<DashboardAnswers> {
  const settings = { ...(await settingsOf(dashboard, queries, controls)), timezone };
  const snapshots = new Map(dashboard.reportSnapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  const asked = widgetsOf(dashboard.config).flatMap((widget) => {
    const config = chartConfigOf(widget);
    const snapshot = snapshots.get(config?.reportId ?? -1);
    const query = snapshot && queryOf(snapshot);
    if (!snapshot || !query) return [];
    const title = config?.title ?? snapshot.title ?? snapshot.name ?? 'Chart';
    const mapping = config?.controls ?? undefined;
    const wanted = applyControls(query, settings, mapping);
    const swapped = fieldsOf(query, settings.fields, mapping);
    const chart = { widgetId: widget.id, title };
    const format = (result: QueryResult) => withColumnFormats(result, snapshot.preferences?.columnFormats);
    if (hasPython(snapshot)) {
      const input = { query: wanted, ...toMemberSwitchers(swapped) };
      return [askPython(chart, format, () => queries.runPython(snapshot, input, signal))];
    }
    const read = (result: WireResult) => format(withReportNames(toResult(result), swapped));
    return [askChart(chart, read, (ended) => queries.load(wanted, AbortSignal.any([signal, ended])))];
  });
  return { charts: await Promise.all(asked), settings };
}

/** What the controls of a dashboard say: as their author has set them, or as is asked for. */
export async function settingsOf(
  dashboard: Dashboard,
  queries: ViewerQueries,
  controls: DashboardControls,
): Promise<ControlSettings> {
  const initial = toInitialControls(controls, queries.userAttributes);
  const settings = createControlStates(widgetsOf(dashboard.config), initial).settings();
  return withTimes(settings, () => queries.findTimeMembers());
}

async function askChart(
  chart: Pick<ChartAnswer, 'widgetId' | 'title'>,
  read: (result: WireResult) => QueryResult,
  load: (ended: AbortSignal) => Promise<EncodedAnswer>,
): Promise<ChartAnswer> {
  const ended = new AbortController();
  const answer = await load(ended.signal);
  const body = await readAnswer(answer);
  if (body === undefined) {
    // What is not read to its end has to be given up.
    ended.abort();
    return { ...chart, error: 'The rows are more than a message can carry', code: 'message_too_large' };
  }
  const {
    results = [],
    error,
    code,
  } = JSON.parse(body) as { results?: WireResult[]; error?: string; code?: string };
  const [result] = results;
  if (answer.status === 200 && result) return { ...chart, result: read(result) };
  const isTemporary = answer.status >= 500 || answer.status === 429;
  const failure = { error: error ?? `The query failed with status ${answer.status}`, isTemporary };
  return { ...chart, ...failure, ...(code !== undefined && { code }) };
}

/** Why it has failed is for its author. */
async function askPython(
  chart: Pick<ChartAnswer, 'widgetId' | 'title'>,
  format: (result: QueryResult) => QueryResult,
  run: () => Promise<PythonAnalysisFilteredRun>,
): Promise<ChartAnswer> {
  try {
    const left = await run();
    if (left.executionError != null)
      return { ...chart, error: 'Its Python has failed', code: 'python_failed' };
    return { ...chart, result: format(pythonRows(left)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, code, status } = error;
    return { ...chart, error: message, code, isTemporary: status === 429 || status >= 500 };
  }
}

/** The text of an answer; undefined for one that is too large, which is not read to its end. */
async function readAnswer(answer: EncodedAnswer): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answerChunks(answer)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
