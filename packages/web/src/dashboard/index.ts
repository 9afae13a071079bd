export { DashboardView } from './dashboard-view.tsx';
export { type DashboardViewProps } from './elements/dashboard-view-props.ts';
export { createDashboardStore, type DashboardStore } from './store/dashboard-store.ts';
export {
  allowsGranularity,
  memberOf,
  publishedStateOf,
  type ControlState,
} from '@oriel/dashboard/control-states';
export { ReportBody } from './reports/report-body.tsx';
export { type ReportBodyProps } from './elements/report-body-props.ts';
export { createReportSource, type ReportSource } from './store/report-source.ts';
export { ReportSurface, type ReportSurfaceProps } from './look/report-surface.tsx';
export { createRunPython, readPythonRun, type RunPython } from '../query/python-runs.ts';
export { fileOf, requestFile, type ExportFormat, type ExportTarget } from './store/export-file.ts';
export { useFileExport, type ExportState } from './exports/use-export.ts';
