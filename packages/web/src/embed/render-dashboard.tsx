import { createRoot, type Root } from 'react-dom/client';
import { t } from '../messages/dashboard-texts.ts';
import type { SessionProblem } from './session.ts';
import { DashboardView } from '../dashboard/dashboard-view.tsx';
import type { DashboardViewProps } from '../dashboard/dashboard-view-props.ts';

let root: Root | undefined;

/** Draws the dashboard in the page's root element; called again, with other properties. */
export function renderDashboard(props: DashboardViewProps): void {
  if (!root) {
    const element = document.querySelector('#root');
    if (!element) throw new Error('The page has no root element');
    element.replaceChildren();
    root = createRoot(element);
  }
  root.render(<DashboardView {...props} />);
}

/** What a viewer is told when the dashboard cannot be shown. */
export function sessionText(problem: SessionProblem): string {
  return t(`session.${problem}`);
}
