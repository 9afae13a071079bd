import { refuse, Refusal, schemas, type Static } from '@oriel/contract';
import { defineTool, type AgentCaller, type AgentTool } from './agent-tool.ts';
import { workbookLink } from './console-links.ts';
import { readWholeModel } from './described-model.ts';
import { refusePictures } from './refuse-pictures.ts';
import { inProcess, mayCall, type ToolRoom } from './tool-room.ts';

const { boolean, id, input: closed, list, oneOf, optional, text } = schemas;

const Part = closed('A part of the dashboard; parts follow each other in rows.', {
  type: oneOf('What it is.', ['CHART', 'TEXT', 'FILTER', 'TIME_GRAIN']),
  reportId: optional(id('Of a CHART: id of a report of the workbook.')),
  title: optional(text('Of a CHART: text above it; default the title of the report.', { maxLength: 255 })),
  content: optional(text('Of a TEXT: Markdown.', { maxLength: 10_000 })),
  member: optional(text('Of a FILTER or a TIME_GRAIN: full name of the dimension.', { maxLength: 512 })),
  width: optional(
    oneOf('Default `full` for texts, `half` for charts, `third` for controls.', ['full', 'half', 'third']),
  ),
});
type Part = Static<typeof Part>;

const input = closed('A draft of a dashboard.', {
  workbookId: id('Id of the workbook, of which it shows the reports.'),
  title: optional(text('Title above it.', { maxLength: 255 })),
  parts: list(Part, 'Its parts in order.', { minItems: 1, maxItems: 40 }),
  replace: optional(boolean('Whether a draft that the workbook has is replaced; default false.')),
});

/** Saves the draft of a dashboard. It is never published here: people do that. */
export function createDraftDashboard(room: ToolRoom): AgentTool {
  const { callOperation } = room;
  return defineTool({
    name: 'draft_dashboard',
    title: 'Draft a dashboard',
    description:
      'Saves a draft of the dashboard of a workbook from reports of it, texts and controls. It is not published: the user looks at it ' +
      'and publishes it. Only when the user asks for it.',
    input,
    isReading: false,
    // A viewer may call it and edits nothing; who creates reports has what it is made of.
    isOffered: (caller) =>
      caller.mayAuthor &&
      mayCall(caller, 'updateWorkbookDashboard') &&
      mayCall(caller, 'createReport') &&
      mayCall(caller, 'meta'),
    async run(caller, { workbookId, title, parts, replace = false }, signal) {
      const call = inProcess(caller, signal);
      const params = { deploymentId: caller.deploymentId, workbookId };
      const { dashboardDraft: existing, version } = await callOperation('getWorkbookDashboard', call, {
        params,
      });
      if (existing?.widgets?.length && !replace)
        throw refuse('conflict', {
          reason: 'The workbook has a draft of a dashboard; replace: true replaces it',
        });
      const widgets = layOut(parts);
      await Promise.all([
        checkReports(room, caller, { workbookId, parts }, signal),
        checkMembers(room, caller, parts, signal),
      ]);
      await callOperation('updateWorkbookDashboard', call, {
        params,
        body: {
          dashboardDraft: { ...(title !== undefined && { title }), widgets },
          // Nothing is overwritten that another editor has saved since.
          ...(version != null && { expectedVersion: version }),
        },
      });
      return { workbookId, widgets: parts.length, isPublished: false, ...workbookLink(caller, workbookId) };
    },
  });
}

const COLUMNS = 12;
const widths = { full: COLUMNS, half: COLUMNS / 2, third: COLUMNS / 3 } as const;
const shapes = {
  CHART: { width: 'half', height: 8 },
  TEXT: { width: 'full', height: 2 },
  FILTER: { width: 'third', height: 2 },
  TIME_GRAIN: { width: 'third', height: 2 },
} as const;

/** Lays parts beside each other, and into a new row where one does not fit. */
function layOut(parts: readonly Part[]) {
  let [x, y, rowHeight] = [0, 0, 0];
  return parts.map((part, index) => {
    const shape = shapes[part.type];
    const w = widths[part.width ?? shape.width];
    if (x + w > COLUMNS) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const position = { x, y, w, h: shape.height };
    x += w;
    rowHeight = Math.max(rowHeight, shape.height);
    return { id: `part-${index + 1}`, position, ...contentOf(part, index) };
  });
}

/** @throws `invalid_request` for a part without what it shows */
function contentOf({ type, reportId, title, content, member }: Part, index: number) {
  const missing = (what: string) =>
    refuse('invalid_request', { reason: `parts[${index}] of the type ${type} needs ${what}` });
  if (type === 'TEXT') {
    if (content === undefined) throw missing('content');
    refusePictures(content, `parts[${index}].content`);
    return { type, config: { content } };
  }
  if (type === 'CHART') {
    if (reportId === undefined) throw missing('reportId');
    return { type, config: { reportId, ...(title !== undefined && { title }) } };
  }
  if (member === undefined) throw missing('member');
  return { type, config: { member } };
}

const wrongPart = (index: number, reason: string) =>
  refuse('invalid_request', { reason: `parts[${index}]: ${reason}` });

/** A dashboard shows the reports of its workbook. @throws `invalid_request` for one that is not there */
async function checkReports(
  { callOperation }: ToolRoom,
  caller: AgentCaller,
  { workbookId, parts }: { readonly workbookId: number; readonly parts: readonly Part[] },
  signal: AbortSignal,
): Promise<void> {
  const isThere = async (reportId: number) => {
    try {
      const params = { deploymentId: caller.deploymentId, reportId };
      const report = await callOperation('getReport', inProcess(caller, signal), { params });
      return report.workbookId === workbookId;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'report_not_found') return false;
      throw error;
    }
  };
  const found = await Promise.all(
    parts.map(({ type, reportId }) => type !== 'CHART' || reportId === undefined || isThere(reportId)),
  );
  const index = found.indexOf(false);
  if (index !== -1) throw wrongPart(index, `there is no report ${parts[index]?.reportId} in the workbook`);
}

/** @throws `invalid_request` for a control of what the caller does not find in the model */
async function checkMembers(
  room: ToolRoom,
  caller: AgentCaller,
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<void> {
  const isControl = ({ type }: Part) => type === 'FILTER' || type === 'TIME_GRAIN';
  if (!parts.some(isControl)) return;
  const views = await readWholeModel(room, caller, signal);
  const dimensions = views.flatMap(({ members }) => members.filter(({ kind }) => kind === 'dimension'));
  for (const [index, part] of parts.entries()) {
    if (!isControl(part)) continue;
    const found = dimensions.find(({ name }) => name === part.member);
    if (!found) throw wrongPart(index, `there is no dimension ${part.member}; search_model finds them`);
    if (part.type === 'TIME_GRAIN' && found.type !== 'time')
      throw wrongPart(index, `${part.member} is no time`);
  }
}
