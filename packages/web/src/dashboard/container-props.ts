import type { DashboardWidget, WidgetOf } from '@oriel/contract';
import type { ReactNode } from 'react';
import type { DashboardStore } from './dashboard-store.ts';

export interface ContainerProps {
  store: DashboardStore;
  widget: WidgetOf<'CONTAINER'>;
  renderChild(child: DashboardWidget): ReactNode;
}
