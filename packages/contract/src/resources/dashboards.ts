import { boundedTo } from '../bounded-schemas.ts';
import { MAX_APP_FILE_BYTES, MAX_DOCUMENT_LENGTH, MAX_NAME_LENGTH, MAX_SNAPSHOT_BYTES } from '../limits.ts';
import {
  boolean,
  describe,
  freeObject,
  id,
  input,
  integer,
  list,
  mapOf,
  nullish,
  object,
  oneOf,
  pickNullish,
  text,
  variants,
  type Static,
  type TSchema,
} from '../schema.ts';
import { damaged } from './common.ts';
import { drawing, specsByKind } from './report-content.ts';
import { Report } from './reports.ts';
import { DashboardThemeInput } from './themes.ts';
import {
  DashboardWidget,
  DashboardWidgetDraftInput,
  DashboardWidgetInput,
  forEachScreen,
} from './widgets.ts';

export const DashboardAppManifest = input('What a dashboard app is built with.', {
  version: nullish(integer('Version of this format.', { example: 1 })),
  dependencies: nullish(mapOf(text('Version.'), 'Packages by name.')),
});
export type DashboardAppManifest = Static<typeof DashboardAppManifest>;

export const DashboardAppSource = input(
  'A dashboard that is an app of its own: HTML that draws the reports itself.',
  {
    entry: nullish(
      text('The file that is opened, one of `files`; default `index.html`.', { maxLength: MAX_NAME_LENGTH }),
    ),
    files: nullish(
      mapOf(
        text('Content.', { maxLength: MAX_APP_FILE_BYTES }),
        'Files by their relative path, without `..`; 1 MiB each, 5 MiB together.',
      ),
    ),
    html: nullish(
      text('The whole app as one document, instead of files.', { maxLength: MAX_DOCUMENT_LENGTH }),
    ),
    manifest: nullish(describe(DashboardAppManifest, 'What it is built with.')),
  },
);
export type DashboardAppSource = Static<typeof DashboardAppSource>;

export const DashboardConfigKind = oneOf('Whether a dashboard is laid out of widgets or an app.', [
  'CLASSIC',
  'APP',
]);
export type DashboardConfigKind = Static<typeof DashboardConfigKind>;

export const DashboardBreakpoints = input(
  'From which width in pixels each layout counts.',
  forEachScreen((screen) => integer(`Least width on ${screen}.`)),
);
export type DashboardBreakpoints = Static<typeof DashboardBreakpoints>;

export const DashboardBreakpointCols = input(
  'Columns of the grid.',
  forEachScreen((screen) => integer(`Columns on ${screen}.`)),
);
export type DashboardBreakpointCols = Static<typeof DashboardBreakpointCols>;

const pixels = integer('A length in pixels.', { example: 16 });

/** As many as CSS has; the grid knows two. */
const sides = (where: string) =>
  list(pixels, `${where}, across and down; default 16, 16. Further ones are kept, and have no effect.`, {
    maxItems: 4,
  });

export const DashboardLayout = input('The grid of a dashboard.', {
  breakpoints: nullish(describe(DashboardBreakpoints, 'Default 1200, 996, 768, 480, 0.')),
  cols: nullish(describe(DashboardBreakpointCols, 'Default 12, 12, 6, 4, 2.')),
  rowHeight: nullish(integer('Height of a row in pixels; default 40.', { example: 40 })),
  margin: nullish(sides('Between widgets')),
  containerPadding: nullish(sides('Around the grid')),
});
export type DashboardLayout = Static<typeof DashboardLayout>;

export const DashboardConfig = object('A dashboard as it is drawn.', {
  kind: nullish(
    describe(DashboardConfigKind, 'Whether it is a grid of widgets or an app; default `CLASSIC`.'),
  ),
  title: nullish(text('Title above the dashboard.', { example: 'Sales' })),
  description: nullish(text('What the dashboard shows.')),
  widgets: nullish(list(DashboardWidget, 'Its parts, of a classic dashboard.')),
  app: nullish(describe(DashboardAppSource, 'Its source, of an app.')),
  layout: nullish(describe(DashboardLayout, 'The grid that positions of widgets are counted in.')),
  theme: nullish(freeObject('Colours, fonts and borders.')),
  settings: nullish(
    freeObject(
      'Settings of the dashboard: slug, grid behaviour, and `timezone`, the IANA name of the zone that its charts are asked in where the ' +
        "account's time zones are on and neither host nor session says another one; `viewer`, null and what is no name leave it to the account.",
    ),
  ),
});
export type DashboardConfig = Static<typeof DashboardConfig>;

const snapshotFields = {
  id: id('Id of the snapshot.'),
  reportId: id('Id of the report.'),
  publicId: nullish(
    text('The id by which a dashboard app finds the report; absent of a version before there were apps.', {
      example: 'Zk3pQ9rT1xWb',
    }),
  ),
  versionNumber: integer('Version of the report that was taken.', { minimum: 1, example: 3 }),
  ...pickNullish(Report, 'name', 'title', 'description', 'meta', 'jsonQuery', 'sqlQuery'),
  ...drawing,
  pythonCode: nullish(
    text('Code that makes the rows, of a report in Python.', { maxLength: MAX_DOCUMENT_LENGTH }),
  ),
  isSourceReport: nullish(boolean('Whether other reports of the dashboard are built on its rows.')),
};

export const ReportSnapshot = variants(
  'A report as it was when the dashboard was published.',
  snapshotFields,
  'kind',
  specsByKind,
);
export type ReportSnapshot = Static<typeof ReportSnapshot>;

export const DashboardStatus = oneOf('Whether a dashboard can be opened.', [
  'draft',
  'published',
  'archived',
]);
export type DashboardStatus = Static<typeof DashboardStatus>;

export const Dashboard = object('A published dashboard with everything that is needed to draw it.', {
  id: id('Id of the dashboard.'),
  publicId: text('The id in its address; the same for every version.', { example: 'Zk3pQ9rT1xWb' }),
  deploymentId: id('Id of its deployment.'),
  workbookId: id('Id of the workbook that it belongs to.'),
  status: describe(DashboardStatus, 'Whether it can be opened.'),
  title: nullish(text('Title of this version.')),
  description: nullish(text('Description of this version.')),
  config: describe(DashboardConfig, 'What is drawn.'),
  reportSnapshots: boundedTo(
    MAX_SNAPSHOT_BYTES,
    list(
      ReportSnapshot,
      'The reports of its charts, of an app all that have a query, as they were when it was published; 32 MiB together.',
    ),
  ),
  versionId: id('Id of this version.'),
  versionNumber: integer('Number of this version, from 1.', { minimum: 1, example: 2 }),
  allowEmbed: boolean('Whether signed embed sessions may open it.'),
  restrictDataDownload: nullish(boolean('Whether its data may not be downloaded.')),
  useBoardDashboards: nullish(boolean('Whether the workbook shows its dashboard as a board.')),
  fromSharedWorkspace: nullish(boolean('Whether the caller sees it by a share rather than as its owner.')),
  createdBy: nullish(id('Id of the user who published this version.')),
  damaged,
});
export type Dashboard = Static<typeof Dashboard>;

const configOf = <Widget extends TSchema>(widget: Widget) => ({
  ...pickNullish(DashboardConfig, 'kind', 'title', 'description', 'app', 'layout', 'settings'),
  theme: nullish(describe(DashboardThemeInput, 'The look; what is left out comes from the account.')),
  widgets: nullish(list(widget, 'Parts of the dashboard, each with its position.')),
});

export const DashboardConfigInput = input('A dashboard to publish.', configOf(DashboardWidgetInput));
export type DashboardConfigInput = Static<typeof DashboardConfigInput>;

export const DashboardConfigDraftInput = input(
  'A draft of a dashboard.',
  configOf(DashboardWidgetDraftInput),
);
export type DashboardConfigDraftInput = Static<typeof DashboardConfigDraftInput>;
