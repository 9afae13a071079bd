import { schemas } from '@oriel/contract';
import { createValueReader } from '../http/requests/validation.ts';
import { dashboardLink, reportLink, workbookLink } from '../agents/tools/console-links.ts';
import { inProcess, mayCall, refuseUnoffered, type ToolRoom } from '../agents/tools/tool-room.ts';
import type { McpTool } from './mcp-tool.ts';

const PAGE = 50;
const MAX_REPORTS = 100;
const MAX_TEXT = 1_000;

const listInput = schemas.input('Which workbooks.', {
  folderId: schemas.optional(schemas.id('Only those directly in this folder.')),
  after: schemas.optional(schemas.text('`nextCursor` of the page before.', { maxLength: 1_000 })),
});

const readInput = schemas.input('Which workbook.', { workbookId: schemas.id('Id of the workbook.') });

/** Tools that read the workspace as the REST operations give it: what the user does not see is not there. */
export function createWorkbookTools(room: ToolRoom): readonly McpTool[] {
  return [createListWorkbooks(room), createReadWorkbook(room)];
}

function createListWorkbooks({ callOperation }: ToolRoom): McpTool {
  const read = createValueReader(listInput);
  return {
    name: 'list_workbooks',
    title: 'List workbooks and dashboards',
    description:
      'Lists the workbooks that the user sees, newest change first, with the public id of the published dashboard of each, which ' +
      'read_dashboard takes.',
    input: listInput,
    isReading: true,
    isOffered: (caller) => mayCall(caller, 'getWorkbooks'),
    async run(caller, input, signal) {
      if (!mayCall(caller, 'getWorkbooks')) throw refuseUnoffered('list_workbooks');
      const { folderId, after } = read(input, 'input');
      const { items, pageInfo } = await callOperation('getWorkbooks', inProcess(caller, signal), {
        params: { deploymentId: caller.deploymentId },
        query: {
          first: PAGE,
          ...(folderId !== undefined && { folderId }),
          ...(after !== undefined && { after }),
        },
      });
      return {
        workbooks: items.map(({ id, name, folderPath, publishedDashboard, updatedAt }) => ({
          workbookId: id,
          name,
          folders: (folderPath ?? []).map((folder) => folder.name),
          dashboard: publishedDashboard
            ? {
                publicId: publishedDashboard.publicId,
                title: publishedDashboard.title ?? name,
                ...dashboardLink(caller, id),
              }
            : null,
          updatedAt,
          ...workbookLink(caller, id),
        })),
        ...(pageInfo?.hasNextPage && { nextCursor: pageInfo.endCursor }),
      };
    },
  };
}

function createReadWorkbook({ callOperation }: ToolRoom): McpTool {
  const read = createValueReader(readInput);
  return {
    name: 'read_workbook',
    title: 'Read a workbook',
    description: 'Reads a workbook: its reports with their queries, and whether it has a dashboard.',
    input: readInput,
    isReading: true,
    isOffered: (caller) => mayCall(caller, 'getWorkbook') && mayCall(caller, 'getReports'),
    async run(caller, input, signal) {
      if (!mayCall(caller, 'getWorkbook') || !mayCall(caller, 'getReports'))
        throw refuseUnoffered('read_workbook');
      const { workbookId } = read(input, 'input');
      const call = inProcess(caller, signal);
      const { deploymentId } = caller;
      const workbook = await callOperation('getWorkbook', call, { params: { deploymentId, workbookId } });
      const reports = await callOperation('getReports', call, {
        params: { deploymentId },
        query: { workbookId, first: MAX_REPORTS },
      });
      return {
        workbookId,
        name: workbook.name,
        ...workbookLink(caller, workbookId),
        dashboard: workbook.publishedDashboard
          ? {
              publicId: workbook.publishedDashboard.publicId,
              title: workbook.publishedDashboard.title ?? null,
              ...dashboardLink(caller, workbookId),
            }
          : null,
        hasDraft: workbook.dashboardDraft != null,
        reports: reports.items.map(({ id, name, description, jsonQuery, meta }) => ({
          reportId: id,
          name,
          description: description?.slice(0, MAX_TEXT) ?? null,
          kind: meta?.['kind'] ?? null,
          query: jsonQuery == null || jsonQuery.length > 8 * MAX_TEXT ? null : jsonQuery,
          ...reportLink(caller, id),
        })),
        hasMoreReports: reports.pageInfo?.hasNextPage ?? false,
      };
    },
  };
}
