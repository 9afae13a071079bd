import { dashboardSurface } from './dashboard/dashboard-surface.ts';
import { openSurface } from './surface/open-surface.ts';

openSurface('dashboard', Promise.resolve(dashboardSurface));
