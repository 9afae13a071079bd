import type { QueryRequest, RuntimeSource } from './engine-types.ts';
import type { FindCredential, UserCredential } from './sources/user-credential.ts';

/** What of a runtime decides on the credentials that its queries come with. */
export type CredentialNeeds = Pick<RuntimeSource, 'sources' | 'brandKey'>;

type Asked = Pick<QueryRequest, 'securityContext' | 'credentials'>;

/**
 * A request with the credentials of its caller, where data sources take such: for the sources themselves, and in the security context
 * for the model.
 *
 * @param showsTokens whether the model gets the tokens; else their states alone, as where nothing is read
 */
export async function withCredentials<Request extends Asked>(
  request: Request,
  { sources, brandKey }: CredentialNeeds,
  { find, showsTokens }: { find: FindCredential | undefined; showsTokens: boolean },
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
    { status, ...(accessToken !== undefined && { accessToken: showsTokens ? accessToken : WITHHELD }) },
  ]);
  const reserved = Object(request.securityContext[brandKey]) as Record<string, unknown>;
  return {
    ...request,
    securityContext: {
      ...request.securityContext,
      [brandKey]: { ...reserved, userCredentials: Object.fromEntries(shown) as unknown },
    },
    ...(showsTokens && { credentials: Object.fromEntries(found) }),
  };
}

/** What the model gets instead of a token where its SQL is shown and not run. */
const WITHHELD = '•••';
