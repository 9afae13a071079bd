import type { consoleSessionOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { SessionService } from './session-service.ts';

/** Makes the handlers of console sessions. */
export function createSessionRoutes(sessions: SessionService): Handlers<typeof consoleSessionOperations> {
  return {
    getSessions: ({ principal, query }) => sessions.list(userOf(principal), query.userId),
    async endSession(call) {
      const { sessionId } = call.params;
      const ofUser = await sessions.end(userOf(call.principal), sessionId);
      logSecurityEvent(call, 'session_ended', { endedId: sessionId, ofUser });
    },
    async endOtherSessions(call) {
      const { principal, query } = call;
      const ended = await sessions.endOthers(userOf(principal), query.userId);
      logSecurityEvent(call, 'session_ended', { ofUser: query.userId, ...ended });
      return ended;
    },
  };
}
