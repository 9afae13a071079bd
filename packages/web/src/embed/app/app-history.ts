import { createBrowserHistory } from '@tanstack/react-router';

const PARAMETER = 'session';
const isSession = (part: string) => part.startsWith(`${PARAMETER}=`);

/**
 * The history of the application in a frame: every address of it keeps the session that the host has loaded it with,
 * which the rooms do not see. The server lets a page be framed by its session alone, also when the viewer loads it
 * again.
 */
export function createAppHistory({ searchParams }: URL): ReturnType<typeof createBrowserHistory> {
  const session = searchParams.get(PARAMETER);
  if (!session) return createBrowserHistory();
  return createBrowserHistory({
    createHref: (href) => withSession(href, session),
    parseLocation() {
      const { pathname, hash } = window.location;
      const search = withoutSession(window.location.search);
      return { href: `${pathname}${search}${hash}`, pathname, search, hash, state: window.history.state };
    },
  });
}

/** An address of the application with the session as the first of its parameters. */
export function withSession(href: string, session: string): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const others = withoutSession(search).slice(1);
  return `${path}?${PARAMETER}=${encodeURIComponent(session)}${others && `&${others}`}${hash}`;
}

/** A query without the session. */
export function withoutSession(search: string): string {
  const others = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !isSession(part));
  return others.length === 0 ? '' : `?${others.join('&')}`;
}
