/** The tabs of the settings of a deployment, in their order. */
export const deploymentTabs = ['general', 'variables', 'environments', 'logs'] as const;
type DeploymentTab = (typeof deploymentTabs)[number];

/** The tab that an address names; absent for the first. */
export function readDeploymentSearch(search: Record<string, unknown>): { tab?: DeploymentTab } {
  const tab = deploymentTabs.find((each) => each === search['tab']);
  return tab === undefined ? {} : { tab };
}
