import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AllowedOriginsStore } from './allowed-origins-store.ts';

/** Seconds for which a browser may keep the answer to a preflight request. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** A preflight request arrives for any path, also one that is not the API's. */
const API_PATH = /^\/(build\/)?api\/v1\//;

type OptionsDelegator = (
  request: FastifyRequest,
  answer: (error: Error | null, options?: FastifyCorsOptions) => void,
) => void;

/** For every other origin: no header of CORS at all, and a preflight is what any unknown method is. */
const refused: FastifyCorsOptions = { origin: false };

const allowed: FastifyCorsOptions = {
  // The origin of the request, which is on the list.
  origin: true,
  // A page's own credentials go into the Authorization header; the console's cookie is never honoured across origins.
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key'],
  exposedHeaders: ['allow', 'etag', 'location', 'retry-after', 'x-request-id'],
  maxAge: PREFLIGHT_MAX_AGE_SECONDS,
};

/**
 * Lets pages of an account's allowed origins call the routes that are registered on `api` from now on. The host of the
 * request decides the account. An empty list allows no other origin.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export async function allowOrigins(
  api: FastifyInstance,
  store: Pick<AllowedOriginsStore, 'listByHost'>,
): Promise<void> {
  const optionsFor = async (origin: string, request: FastifyRequest): Promise<FastifyCorsOptions> => {
    if (isOwn(origin, request) || !API_PATH.test(request.url)) return refused;
    const origins = await store.listByHost(request.hostname.toLowerCase());
    return origins.includes(origin) ? allowed : refused;
  };
  // Most requests are of no page: they wait for nothing.
  const delegator: OptionsDelegator = (request, answer) => {
    const { origin } = request.headers;
    if (origin === undefined) return answer(null, refused);
    optionsFor(origin, request).then((options) => answer(null, options), answer);
  };
  await api.register(fastifyCors, { delegator });
}

/** A page of this very server, which needs no permission. */
function isOwn(origin: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === request.host;
}
