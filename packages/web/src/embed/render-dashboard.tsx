import { createRoot, type Root } from 'react-dom/client';
import { DashboardView, type DashboardViewProps } from '../dashboard/dashboard-view.tsx';

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
