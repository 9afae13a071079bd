/** What a link to a dashboard in the product of a host is made of. */
interface HostDashboard {
  readonly dashboardPublicId: string;
  readonly embedTenantName: string;
  readonly externalId: string;
}

const NAMES: ReadonlySet<string> = new Set<keyof HostDashboard>([
  'dashboardPublicId',
  'embedTenantName',
  'externalId',
]);
const PLACEHOLDER = /\{(\w*)\}/g;

/** Why a template of addresses cannot be used; undefined where it can. */
export function findTemplateFault(template: string): string | undefined {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !NAMES.has(name));
  if (unknown !== undefined)
    return `names {${unknown}}; there are ${[...NAMES].map((name) => `{${name}}`).join(', ')}`;
  if (!names.includes('dashboardPublicId'))
    return 'must name {dashboardPublicId}, or every message leads to the same page';
  const url = URL.parse(template.replaceAll(PLACEHOLDER, 'x'));
  const isSecure = url?.protocol === 'https:' || url?.hostname === 'localhost';
  if (url === null || !isSecure) return 'must be an address by HTTPS';
  return PLACEHOLDER_IN_HOST.test(template) ? 'must have one host, without placeholders' : undefined;
}

/** What is typed by a host's customers must not choose where a link leads. */
const PLACEHOLDER_IN_HOST = /^\w+:\/\/[^/?#]*\{/;

/** The address of a dashboard by a template that {@link findTemplateFault} takes; values are percent-encoded. */
export function hostDashboardUrl(template: string, values: HostDashboard): string {
  return template.replaceAll(PLACEHOLDER, (_match, name: keyof HostDashboard) =>
    encodeURIComponent(values[name]),
  );
}

/**
 * The address of a comment in the product of a host: that of its dashboard with `commentId`, which the page hands on to
 * the embed.
 */
export function hostCommentUrl(template: string, values: HostDashboard, commentId: number): string {
  const url = new URL(hostDashboardUrl(template, values));
  url.search = `${url.search === '' ? '?' : `${url.search}&`}commentId=${commentId}`;
  return url.href;
}
