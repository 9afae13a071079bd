import { dashboardSurface } from './dashboard-surface.ts';
import { openSurface } from './open-surface.ts';

openSurface('dashboard', Promise.resolve(dashboardSurface));
