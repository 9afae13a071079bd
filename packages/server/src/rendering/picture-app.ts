import { PACKAGES_PATH } from '../http/pages/app-packages.ts';
import { readAsset } from '../http/pages/web-files.ts';
import { isAppPage } from '../embedding/dashboard-apps/app-file-type.ts';
import { servedFile } from '../embedding/dashboard-apps/app-page.ts';
import { appFileHeaders, appPolicy } from '../embedding/dashboard-apps/app-policy.ts';
import { APPS_PATH } from '../embedding/dashboard-apps/app-service.ts';
import { entryPath, fileOf } from '../workspace/dashboard-apps/app-source.ts';
import type { RenderedDashboard } from './dashboard-rendering.ts';

/** Where the files of the one app lie that is drawn. */
const FILES_PATH = `${APPS_PATH}rendering/`;

/** What the surface is told of where the app is. */
export function appAddress({ dashboard }: Pick<RenderedDashboard, 'dashboard'>) {
  return { path: `${FILES_PATH}${entryPath(dashboard.config)}`, expiresAt: new Date(0).toISOString() };
}

/** Answers what an app that is drawn asks for: its own files and the packages, and nothing else of the page. */
export async function answerApp(
  { origin, pathname }: Pick<URL, 'origin' | 'pathname'>,
  { dashboard }: Pick<RenderedDashboard, 'dashboard'>,
): Promise<{ type: string; body: string | Buffer; headers: Record<string, string> } | undefined> {
  const policyOf = (isPage: boolean) =>
    appPolicy({
      files: [`${origin}${FILES_PATH}`],
      packages: [`${origin}${PACKAGES_PATH}`],
      isPage,
      frameAncestors: ["'self'"],
    });
  if (pathname.startsWith(PACKAGES_PATH)) {
    const found = await readAsset(pathname.slice(PACKAGES_PATH.length), 'app-packages');
    return found && { ...found, headers: appFileHeaders(policyOf(false)) };
  }
  if (!pathname.startsWith(FILES_PATH)) return undefined;
  const name = decodeURIComponent(pathname.slice(FILES_PATH.length));
  const content = fileOf(dashboard.config, name);
  if (content === undefined) return undefined;
  return { ...(await servedFile(name, content)), headers: appFileHeaders(policyOf(isAppPage(name))) };
}
