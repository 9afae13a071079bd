const DEFAULT = '/workspace';
const MAX_LENGTH = 2_000;
/** What no browser reads as another site: neither backslashes nor what browsers leave out, such as tabs. */
const PATH = /^\/(?!\/)[!-[\]-~]*$/;
/** What would begin another sign-in, or answer a program. */
const NO_PAGES = /^\/(?:sign-in|api)(?:[/?#]|$)/;

/** Where a sign-in leads to: a path of ours, as it was asked for, or the workspace. */
export function nextPath(asked: unknown): string {
  return typeof asked === 'string' && asked.length <= MAX_LENGTH && PATH.test(asked) && !NO_PAGES.test(asked)
    ? asked
    : DEFAULT;
}
