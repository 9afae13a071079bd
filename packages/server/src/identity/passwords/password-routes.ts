import type { passwordOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import { browserOf } from '../sign-in/sign-in-browser.ts';
import type { PasswordService } from './password-service.ts';

/** Makes the handlers of passwords. */
export function createPasswordRoutes(passwords: PasswordService): Handlers<typeof passwordOperations> {
  return {
    async requestPasswordReset(call) {
      const { principal, body, clientAddress, linkUrl } = call;
      const reason = 'Without the setting of the base URL, a link may only lead to a host that is listed';
      await passwords.requestReset({
        tenantId: principal.tenantId,
        email: body.email,
        clientAddress,
        linkUrl,
        onUnknownAddress: () => logSecurityEvent(call, 'password_reset_not_sent', { reason }),
      });
      logSecurityEvent(call, 'password_reset_requested');
    },
    async resetPassword(call) {
      const { principal, body, clientAddress } = call;
      const { tenantId } = principal;
      const { id, email } = await passwords.reset({ tenantId, clientAddress }, body);
      const { revokesKeys = false } = body;
      logSecurityEvent(call, 'password_set', { userId: id, by: 'link', revokesKeys });
      return { email };
    },
    async changeMyPassword(call) {
      const { principal, body, signal } = call;
      await passwords.change(userOf(principal), body, {
        ...browserOf(call),
        signal,
        report: (event) => logSecurityEvent(call, event),
      });
      logSecurityEvent(call, 'password_set', { by: 'user' });
    },
  };
}
