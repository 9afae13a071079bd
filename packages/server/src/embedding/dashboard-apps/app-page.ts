import { withoutHints } from '@oriel/contract/app-markup';
import { appPackages, PACKAGES_PATH } from '../../http/pages/app-packages.ts';
import { appFileType, isAppPage } from './app-file-type.ts';

/** A file of an app as it is served, by its name. */
export async function servedFile(name: string, content: string): Promise<{ type: string; body: string }> {
  return { type: appFileType(name), body: isAppPage(name) ? await servedPage(content) : content };
}

/**
 * The attribute of a shadow tree that markup brings along. Nothing outside of a closed one sees what is in it, so no
 * page has any: names of attributes are written in one way alone, and no script of an app needs this one.
 */
const SHADOW_TREE = /shadowrootmode/gi;

/**
 * A page of an app as it is served: its author's, after a script that tells the surface around it what becomes of the
 * page, and an import map of the packages that Oriel ships. Both stand in front of all that is the author's, whatever
 * the browser takes that for; of a second doctype it takes no notice, and of a second head it takes what is in it.
 * Links that are hints to connect are none.
 */
async function servedPage(html: string): Promise<string> {
  const { frame, imports } = await appPackages();
  const map = JSON.stringify({ imports }).replaceAll('<', String.raw`\u003c`);
  const head = `<script src="${PACKAGES_PATH}${frame}"></script><script type="importmap">${map}</script>`;
  return `<!doctype html>${head}${withoutHints(html.replace(/^\uFEFF/, '')).replaceAll(SHADOW_TREE, 'data-$&')}`;
}
