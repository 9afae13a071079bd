import { appPackages, PACKAGES_PATH } from '../../http/app-packages.ts';
import { appFileType, isAppPage } from './app-file-type.ts';

/** A file of an app as it is served, by its name. */
export async function servedFile(name: string, content: string): Promise<{ type: string; body: string }> {
  return { type: appFileType(name), body: isAppPage(name) ? await servedPage(content) : content };
}

/** What stands before the first element of a page: spaces, comments and the doctype. */
const PROLOGUE = /^\uFEFF?(?:\s|<!--[^]*?-->)*(?:<!doctype[^>]*>)?/i;

/**
 * A page of an app as it is served: its author's, after a script that tells the surface around it what becomes of the page, and an
 * import map of the packages that Oriel ships. Both come before anything of the author, in the head that the browser opens for them.
 */
async function servedPage(html: string): Promise<string> {
  const { frame, imports } = await appPackages();
  const [prologue = ''] = PROLOGUE.exec(html) ?? [];
  const map = JSON.stringify({ imports }).replaceAll('<', String.raw`\u003c`);
  const head = `<script src="${PACKAGES_PATH}${frame}"></script><script type="importmap">${map}</script>`;
  return `${prologue}${head}${html.slice(prologue.length)}`;
}
