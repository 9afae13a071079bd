import type { DashboardWidget, WidgetOf } from '@oriel/contract';
import type { ReactNode } from 'react';
import type { DashboardStore } from '../store/dashboard-store.ts';

export interface ContainerProps {
  store: DashboardStore;
  widget: WidgetOf<'CONTAINER'>;
  /** In how many containers it is; default 0. */
  depth?: number;
  /** Whether what viewers do not see is drawn as well, for the author; default false. */
  showsHidden?: boolean;
  renderChild(child: DashboardWidget): ReactNode;
}
