import { refuse, type OAuthDeviceCode } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { summaryOf } from '../clients/built-in-client.ts';
import { createOAuthGrantStore } from '../grants/oauth-grant-store.ts';
import { askedAccessOf, nameDeployments, type RequestParams } from './asked-access.ts';
import { authenticatedAtOf, type PresentUser } from './console-user.ts';
import { clientOf } from './interaction-service.ts';
import { createTicketStore } from './ticket-store.ts';

/** Shows users what devices ask them for, and takes their answers. */
export type DeviceCodeService = ReturnType<typeof createDeviceCodeService>;

/** The code of a device, as its user has typed it, at an issuer. */
interface TypedCode {
  readonly userCode: string;
  readonly issuer: string;
}

/** Makes the service of devices that wait for their user. */
export function createDeviceCodeService(db: Db) {
  const get = async (
    tx: Db,
    { tenantId }: PresentUser,
    { userCode, issuer }: TypedCode,
    isForUpdate = false,
  ) => {
    const ticket = await createTicketStore(tx, tenantId).findDeviceCode(plainCodeOf(userCode), isForUpdate);
    const client = ticket && (await clientOf(tx, tenantId, ticket));
    if (!ticket || !client || isAnswered(ticket.payload)) throw refuse('oauth_device_code_not_found');
    // The library has written them.
    const { params, deviceInfo } = ticket.payload as { params: RequestParams; deviceInfo?: DeviceInfo };
    return { ticket, client, asked: askedAccessOf(issuer, params, client), deviceInfo };
  };
  return {
    /** @throws `oauth_device_code_not_found` */
    async describe(actor: PresentUser, typed: TypedCode): Promise<OAuthDeviceCode> {
      const { ticket, client, asked, deviceInfo } = await get(db, actor, typed);
      const code = plainCodeOf(typed.userCode);
      return {
        userCode: `${code.slice(0, 4)}-${code.slice(4)}`,
        client: summaryOf(client),
        scopes: asked.scopes,
        deployments: await nameDeployments(db, actor.tenantId, asked.deploymentIds),
        clientAddress: deviceInfo?.ip ?? null,
        userAgent: deviceInfo?.ua ?? null,
        expiresAt: ticket.expiresAt,
      };
    },
    /** Lets the device have its tokens. @throws `oauth_device_code_not_found` */
    approve: (actor: PresentUser, typed: TypedCode): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { ticket, client, asked } = await get(tx, actor, typed, true);
        const { tenantId, userId, consoleSession } = actor;
        const grantId = await createOAuthGrantStore(tx, tenantId).insert({
          ...asked,
          userId,
          clientId: client.clientId,
          isRemembered: false,
        });
        const { scopes, indicators } = asked;
        const [only, ...others] = indicators;
        const fields = {
          accountId: String(userId),
          grantId,
          scope: scopes.join(' '),
          authTime: await authenticatedAtOf(tx, consoleSession.id),
          ...(only !== undefined && { resource: others.length === 0 ? only : indicators }),
        };
        await createTicketStore(tx, tenantId).extend('DeviceCode', ticket.hash, fields, grantId);
      }),
    /** Tells the device so with its next question. @throws `oauth_device_code_not_found` */
    deny: (actor: PresentUser, typed: TypedCode): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { ticket } = await get(tx, actor, typed, true);
        const fields = { error: 'access_denied', errorDescription: 'The user has refused' };
        await createTicketStore(tx, actor.tenantId).extend('DeviceCode', ticket.hash, fields);
      }),
  };
}

/** What is known of a device. */
interface DeviceInfo {
  readonly ip?: string;
  readonly ua?: string;
}

/** A code in capitals and without its dash. */
export function plainCodeOf(typed: string): string {
  return typed.replaceAll(/[^A-Za-z]/g, '').toUpperCase();
}

function isAnswered(payload: Readonly<Record<string, unknown>>): boolean {
  return payload['accountId'] !== undefined || payload['error'] !== undefined;
}
