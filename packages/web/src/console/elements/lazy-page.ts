import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/** The code of a page could not be loaded: the server does not answer, or runs another version by now. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/**
 * A page with code that is loaded on first use. A failure is a {@link PageNotLoaded} for the error component;
 * the router itself would reload the page, which without a server ends on the browser's error page.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  let hasFailed = false;
  return lazyRouteComponent(async () => {
    try {
      const page = await load();
      if (hasFailed) await reloadFailedSheets();
      hasFailed = false;
      return page;
    } catch (cause) {
      hasFailed = true;
      throw new PageNotLoaded('The code of this page could not be loaded', { cause });
    }
  }, name);
}

/** Vite requests each style sheet of a page once, so one that failed would be missing after the next try. */
async function reloadFailedSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(reloadSheet));
}

function reloadSheet(link: HTMLLinkElement): Promise<void> {
  const copy = document.createElement('link');
  copy.rel = 'stylesheet';
  copy.href = link.href;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  copy.addEventListener('load', () => resolve());
  copy.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
  link.replaceWith(copy);
  return promise;
}
