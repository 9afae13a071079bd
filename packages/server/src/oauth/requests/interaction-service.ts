import { refuse, type AnsweredOAuthInteraction, type OAuthInteraction } from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { summaryOf, type ClientRegistration } from '../clients/built-in-client.ts';
import { createOAuthClientStore } from '../clients/oauth-client-store.ts';
import { createOAuthGrantStore } from '../grants/oauth-grant-store.ts';
import { redirectHostOf } from '../redirect-uri.ts';
import { askedAccessOf, nameDeployments, type AskedAccess, type RequestParams } from './asked-access.ts';
import { authenticatedAtOf, type PresentUser } from './console-user.ts';
import { createTicketStore, type Ticket } from './ticket-store.ts';

/** A request of a client that has no answer yet. */
interface WaitingInteraction {
  readonly ticket: Ticket;
  readonly client: ClientRegistration;
  readonly asked: AskedAccess;
  readonly redirectUri: string;
  /** The address that goes on with it. */
  readonly returnTo: string;
  readonly isSignInNeeded: boolean;
}

/** Makes the service of requests that wait for their user. */
export function createInteractionService(db: Db) {
  return bindFirst(db, { describe, approve, deny });
}

async function get(tx: Db, actor: PresentUser, { uid, issuer, isForUpdate }: Address) {
  const { tenantId } = actor;
  const ticket = await createTicketStore(tx, tenantId).findInteraction(uid, isForUpdate);
  const client = ticket && (await clientOf(tx, tenantId, ticket));
  if (!ticket || !client || ticket.payload['result'] !== undefined)
    throw refuse('oauth_interaction_not_found');
  return readInteraction({
    ticket,
    client,
    issuer,
    authenticatedAt: await authenticatedAtOf(tx, actor.consoleSession.id),
  });
}

function answer(
  db: Db,
  actor: PresentUser,
  address: Address,
  work: Answering,
): Promise<AnsweredOAuthInteraction> {
  return db.transaction().execute(async (tx) => {
    const waiting = await get(tx, actor, { ...address, isForUpdate: true });
    const result = await work(tx, waiting);
    await createTicketStore(tx, actor.tenantId).extend('Interaction', waiting.ticket.hash, { result });
    return { redirectTo: waiting.returnTo };
  });
}

/** @throws `oauth_interaction_not_found` */
async function describe(db: Db, actor: PresentUser, address: Address): Promise<OAuthInteraction> {
  const { ticket, client, asked, redirectUri, isSignInNeeded } = await get(db, actor, address);
  return {
    uid: address.uid,
    client: summaryOf(client),
    redirectHost: redirectHostOf(redirectUri),
    scopes: asked.scopes,
    deployments: await nameDeployments(db, actor.tenantId, asked.deploymentIds),
    isSignInNeeded,
    expiresAt: ticket.expiresAt,
  };
}

/**
 * Gives the client what it asks for.
 *
 * @throws `oauth_interaction_not_found`, `oauth_sign_in_needed`
 */
function approve(db: Db, actor: PresentUser, address: Address, isRemembered: boolean) {
  return answer(db, actor, address, async (tx, { client, asked, isSignInNeeded }) => {
    if (isSignInNeeded) throw refuse('oauth_sign_in_needed');
    const { tenantId, userId, consoleSession } = actor;
    const grantId = await createOAuthGrantStore(tx, tenantId).insert({
      ...asked,
      userId,
      clientId: client.clientId,
      // Anything on the computer of the user may call itself a native client (RFC 8252, section 8.6).
      isRemembered: isRemembered && client.applicationType === 'web',
    });
    const ts = await authenticatedAtOf(tx, consoleSession.id);
    return { login: { accountId: String(userId), ts, remember: false }, consent: { grantId } };
  });
}

/** @throws `oauth_interaction_not_found` */
function deny(db: Db, actor: PresentUser, address: Address) {
  return answer(db, actor, address, async () => ({
    error: 'access_denied',
    error_description: 'The user has refused',
  }));
}

/** A request, at an issuer. */
interface Address {
  readonly uid: string;
  readonly issuer: string;
  readonly isForUpdate?: boolean;
}

/** What the library of the protocol is told of the answer. */
type Answering = (tx: Db, waiting: WaitingInteraction) => Promise<object>;

/** The client of a request; undefined for one that is gone. */
export async function clientOf(
  db: Db,
  tenantId: number,
  { clientId }: Ticket,
): Promise<ClientRegistration | undefined> {
  return clientId === null ? undefined : createOAuthClientStore(db, tenantId).findByClientId(clientId);
}

function readInteraction({
  ticket,
  client,
  issuer,
  authenticatedAt,
}: Pick<WaitingInteraction, 'ticket' | 'client'> & {
  readonly issuer: string;
  readonly authenticatedAt: number;
}): WaitingInteraction {
  // The library has written them.
  const { params, prompt, returnTo, iat } = ticket.payload as {
    params: RequestParams;
    prompt: { name: string; reasons: string[] };
    returnTo: string;
    iat: number;
  };
  const wantsSignIn = prompt.name === 'login' && prompt.reasons.some((reason) => reason !== 'no_session');
  return {
    ticket,
    client,
    asked: askedAccessOf(issuer, params, client),
    redirectUri: String(params['redirect_uri']),
    returnTo,
    isSignInNeeded: wantsSignIn && authenticatedAt < iat,
  };
}
