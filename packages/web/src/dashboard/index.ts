export { DashboardView, type DashboardViewProps } from './dashboard-view.tsx';
export { createDashboardStore, type DashboardStore } from './dashboard-store.ts';
export {
  allowsGranularity,
  memberOf,
  publishedStateOf,
  type ControlState,
} from '@oriel/dashboard/control-states';
export { ReportBody, type ReportBodyProps } from './report-body.tsx';
export { ReportSurface, type ReportSurfaceProps } from './report-surface.tsx';
