import type { QueryRequest, RuntimeSource } from '../protocol/engine-types.ts';
import type { FindCredential, UserCredential } from '../sources/connection/user-credential.ts';

/** What of a runtime decides on the credentials that its queries come with. */
export type CredentialNeeds = Pick<RuntimeSource, 'sources' | 'brandKey'>;

type Asked = Pick<QueryRequest, 'securityContext' | 'credentials'>;

/**
 * A request with the credentials of its caller, where data sources take such: for the sources themselves, and their
 * states in the security context for the model. No model gets a token: it would put it into the SQL of any data source.
 *
 * @param reads whether sources are read, which get the tokens then
 */
export async function withCredentials<Request extends Asked>(
  request: Request,
  { sources, brandKey }: CredentialNeeds,
  { find, reads }: { find: FindCredential | undefined; reads: boolean },
): Promise<Request> {
  const own = Object.entries(sources).flatMap(([name, source]) =>
    'userToken' in source && source.userToken
      ? [[name, { integration: source.userToken.integration, host: source.host }] as const]
      : [],
  );
  if (own.length === 0) return request;
  const found = await Promise.all(
    own.map(async ([name, wanted]): Promise<[string, UserCredential]> => [
      name,
      find ? await find(wanted) : { status: 'missing' },
    ]),
  );
  const shown = found.map(([name, { status, accessToken }]) => [
    name,
    { status, ...(accessToken !== undefined && { accessToken: WITHHELD }) },
  ]);
  const reserved = Object(request.securityContext[brandKey]) as Record<string, unknown>;
  return {
    ...request,
    securityContext: {
      ...request.securityContext,
      [brandKey]: { ...reserved, userCredentials: Object.fromEntries(shown) as unknown },
    },
    ...(reads && { credentials: Object.fromEntries(found) }),
  };
}

/** What the model gets instead of a token: it tells that there is one. */
const WITHHELD = '•••';
