import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/** The program of a room could not be loaded: the server does not answer, or has another version by now. */
export class RoomNotLoaded extends Error {
  override readonly name = 'RoomNotLoaded';
}

/**
 * A page whose program is loaded when it is first needed. A failure is a {@link RoomNotLoaded} for the error component;
 * the router's own answer would be to load the page again, which without a server ends on the browser's error page.
 */
export function lazyRoom<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  let hasFailed = false;
  return lazyRouteComponent(async () => {
    try {
      const room = await load();
      if (hasFailed) await reloadFailedSheets();
      hasFailed = false;
      return room;
    } catch (cause) {
      hasFailed = true;
      throw new RoomNotLoaded('The program of this page could not be loaded', { cause });
    }
  }, name);
}

/** Vite asks for each sheet of a room once, so one that failed would be missing after the next try. */
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
