/**
 * The address to go to after the sign-in: the one that was asked for, path and search, if it lies in this console, or
 * the workspace. An address of another site is never followed.
 */
export function returnPath(from: string | undefined): string {
  const isOurs = from !== undefined && /^\/(?![/\\])/.test(from) && !from.startsWith('/sign-in');
  return isOurs ? from : '/workspace';
}
