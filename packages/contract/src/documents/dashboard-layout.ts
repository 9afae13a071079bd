/** The layout of a dashboard that does not state its own; lengths in pixels. */
export const DASHBOARD_LAYOUT_DEFAULTS = {
  breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 },
  cols: { lg: 12, md: 12, sm: 6, xs: 4, xxs: 2 },
  rowHeight: 40,
  margin: [16, 16],
  containerPadding: [16, 16],
} as const;
