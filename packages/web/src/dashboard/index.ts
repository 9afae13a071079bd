export { DashboardView } from './dashboard-view.tsx';
export { type DashboardViewProps } from './dashboard-view-props.ts';
export { createDashboardStore, type DashboardStore } from './dashboard-store.ts';
export {
  allowsGranularity,
  memberOf,
  publishedStateOf,
  type ControlState,
} from '@oriel/dashboard/control-states';
export { ReportBody } from './report-body.tsx';
export { type ReportBodyProps } from './report-body-props.ts';
export { createReportSource, type ReportSource } from './report-source.ts';
export { ReportSurface, type ReportSurfaceProps } from './report-surface.tsx';
export { createRunPython, readPythonRun, type RunPython } from '../query/python-runs.ts';
export { fileOf, requestFile, type ExportFormat, type ExportTarget } from './export-file.ts';
export { useFileExport, type ExportState } from './use-export.ts';
