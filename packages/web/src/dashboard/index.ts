export { DashboardView, type DashboardViewProps } from './dashboard-view.tsx';
export { createDashboardStore, memberOf, type ControlState, type DashboardStore } from './dashboard-store.ts';
export type { FilterSetting } from './chart-query.ts';
export { ReportBody, type ReportBodyProps } from './report-body.tsx';
