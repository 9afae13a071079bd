import { readPage } from './web-files.ts';

/** Where the packages that Oriel ships for apps are served. */
export const PACKAGES_PATH = '/embed/app-packages/';

/** The packages that the web was built with. */
interface AppPackages {
  /** The file of the script that comes first in each page of an app. */
  frame: string;
  /** Addresses by the name that an author imports, such as `react`. */
  imports: Record<string, string>;
}

/** @throws a plain error where the web is not built */
export async function appPackages(): Promise<AppPackages> {
  const { frame, modules } = JSON.parse(await readPage('app-packages/packages.json')) as {
    frame: string;
    modules: Record<string, string>;
  };
  const imports = Object.entries(modules).map(([name, file]) => [name, `${PACKAGES_PATH}${file}`] as const);
  return { frame, imports: Object.fromEntries(imports) };
}
