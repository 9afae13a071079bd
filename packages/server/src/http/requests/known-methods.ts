import type { FastifyInstance } from 'fastify';

/** The methods that a path is served by, in the order of the alphabet; none for a path that nothing is at. */
export type KnownMethods = (path: string) => string[];

/**
 * Notes every route that is registered from now on. What is at every path says nothing: the console's pages, and the
 * answers to preflight requests.
 */
export function noteKnownMethods(app: FastifyInstance): KnownMethods {
  const routes: { pattern: RegExp; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url !== '/*' && url !== '*') routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  };
}

/** `/reports/:id` is at `/reports/7` and at `/reports/7/`, `/assets/*` at whatever is below. */
function patternOf(url: string): RegExp {
  const pattern = url
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replace('*', '.*');
  return new RegExp(`^${pattern}/?$`);
}
