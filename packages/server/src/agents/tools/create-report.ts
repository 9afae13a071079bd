import { refuse, schemas } from '@oriel/contract';
import { defineTool, type AgentTool } from './agent-tool.ts';
import { reportLink } from './console-links.ts';
import { checkQuery } from './query-answers.ts';
import { querySchema } from './query-schema.ts';
import { refusePictureFields, refusePictures } from './refuse-pictures.ts';
import { inProcess, mayCall, type ToolRoom } from './tool-room.ts';

const input = schemas.input('A report to create.', {
  name: schemas.text('Its name in lists.', { minLength: 1, maxLength: 255 }),
  description: schemas.optional(schemas.text('What it shows.', { maxLength: 2_000 })),
  query: querySchema,
  kind: schemas.optional(schemas.oneOf('How it is drawn; default `table`.', ['table', 'vega', 'kpi'])),
  spec: schemas.optional(
    schemas.freeObject(
      'What is drawn. Of `vega` a Vega-Lite document without data, with the keys of the columns as fields (dots are written `\\\\.`); of ' +
        '`kpi` `{blocks: [{type: "number", field}]}`; a table needs none.',
    ),
  ),
  workbookId: schemas.optional(schemas.id('Id of the workbook that it goes into; default none.')),
});

/** Creates a report with a query that the model can answer to the caller. */
export function createCreateReport(room: ToolRoom): AgentTool {
  return defineTool({
    name: 'create_report',
    title: 'Create a report',
    description:
      'Saves a query with a way to draw it as a report, in a workbook or on its own. Only when the user asks for it. Run the query ' +
      'first, to see that its rows are what is wanted.',
    input,
    isReading: false,
    isOffered: (caller) => caller.mayAuthor && mayCall(caller, 'createReport') && mayCall(caller, 'dryRun'),
    async run(caller, { name, description, query, kind = 'table', spec, workbookId }, signal) {
      if (kind !== 'table' && !spec)
        throw refuse('invalid_request', { reason: `A report of the kind ${kind} needs spec` });
      refusePictureFields(query);
      refusePictures(spec, 'spec');
      await checkQuery(room, caller, query, signal);
      const report = await room.callOperation('createReport', inProcess(caller, signal), {
        params: { deploymentId: caller.deploymentId },
        body: {
          name,
          jsonQuery: JSON.stringify(query),
          meta: { kind, ...(spec && { spec }) },
          ...(description !== undefined && { description }),
          ...(workbookId !== undefined && { workbookId }),
        },
      });
      return {
        reportId: report.id,
        publicId: report.publicId,
        name: report.name,
        workbookId: report.workbookId ?? null,
        ...reportLink(caller, report.id),
      };
    },
  });
}
