/**
 * What an event `error` is about, by its `code`, and what the developer of the host page does about it: its `advice`.
 * Viewers read neither. Codes are part of the protocol, the wording is not.
 */
export const errorAdvice = {
  session_required:
    'The application is shown to sessions alone: have your back end generate one with creatorMode: true, and put it into the address as session.',
  session_invalid:
    'The session is unknown, was exchanged before, is older than five minutes or was revoked: have your back end generate a new one each time that the frame is loaded.',
  creator_mode_required:
    'The session is not for the application: generate it with creatorMode: true and an embedTenantName.',
  deployment_mismatch:
    'The session is of another deployment than the address: generate it with the deploymentId that stands in /embed/d/{deploymentId}/app.',
  dashboard_not_found:
    'No published dashboard has this public id, or it is not shared with this viewer: check the id in the address, publish the dashboard, and share its workbook with all embed users, with the embed tenant of the session or, in private mode, with the user.',
  embedding_not_allowed:
    'The dashboard is published and shared, but signed embedding is off: switch it on for the dashboard (allowEmbed), or leave the session out and use private mode.',
  deployment_not_found:
    'The deployment does not exist, or the viewer may see none: check deploymentId of the session or of the address.',
  access_refused:
    'The rights of the viewer, or the scope of the key that made the session, do not reach this: look at the roles, groups and deployments that it names.',
  page_not_found: 'The address names no surface of this server: check its path.',
  server_unreachable:
    'The server does not answer, or answers with an error: see whether /readyz of it is 200 from the browser of the viewer, and its log.',
  queries_refused:
    'The query API refuses this viewer: check the groups, attributes and security context of the session against the access policies of the model.',
  model_missing: 'The deployment has no data model yet, or not the branch of the session: deploy one.',
  query_failed:
    'The query of a chart failed, as its message says: open the report in the console and run it.',
  drawing_failed: 'A part of the page could not be drawn: report it with the message and the browser.',
  app_failed:
    'The program of the dashboard app failed, as the message says: its author sees more in the console.',
  action_refused: 'The action was not carried out, or not all of it, as the message says.',
  address_unusable:
    'A parameter of the address was left out, as the message says: build addresses with embedUrl.',
  setting_unusable:
    'A setting of the session was left out, as the message says: correct it where your back end generates it.',
  origin_not_allowed:
    'The account does not allow this origin to embed it: an administrator adds it to the allowed origins in the settings of the account.',
} as const;

/** The code of an event `error`. */
export type EmbedErrorCode = keyof typeof errorAdvice;

/** The fields of an event that say what it is about. */
export const coded = (code: EmbedErrorCode): { code: EmbedErrorCode; advice: string } => ({
  code,
  advice: errorAdvice[code],
});
