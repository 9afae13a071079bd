/** The tabs of the appearance of an account, in their order. */
export const appearanceTabs = ['theme', 'palettes', 'dashboards'] as const;
type AppearanceTab = (typeof appearanceTabs)[number];

/** The tab that an address names; absent for the first. */
export function readAppearanceSearch(search: Record<string, unknown>): { tab?: AppearanceTab } {
  const tab = appearanceTabs.find((each) => each === search['tab']);
  return tab === undefined ? {} : { tab };
}
