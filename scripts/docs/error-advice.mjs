/**
 * What to do about a refusal, where there is more to say than its status and its message do. A code without an entry gets
 * the advice of its status.
 */
export const errorAdvice = {
  malformed_request: 'Send a JSON body that parses, and the content type `application/json`.',
  validation_failed:
    'Correct each field that `issues` names; a field that the API does not know is one of them.',
  invalid_cursor: 'Use `pageInfo.endCursor` of the same list in the same order.',
  folder_name_taken:
    'Choose another name: folders of one parent differ in their names, in any case of letters.',
  folder_has_subfolders: 'Delete or move the folders below it first.',
  public_id_fixed: 'Leave `publicId` away; a report keeps its own.',
  public_id_reserved: 'Choose 12 letters and digits that do not begin with `legacy`.',
  no_published_dashboard: 'Publish the dashboard of the workbook first.',
  text_not_found: 'Read the file anew, and give as much text around the place as makes it the only one.',
  no_draft_to_publish: 'Save a dashboard draft, or send `config`.',
  report_not_in_workbook: 'Move the report into the workbook, or show one of its own.',
  groups_not_found: 'Name groups that the account has.',
  attributes_not_found:
    'Name attributes that the account has; in creator mode `userAttributeDefinitions` makes them.',
  unauthenticated: 'Send `Authorization: Bearer` with an API key that exists and reaches this host.',
  credential_expired: 'Get a new key or token, and send the request again.',
  sign_in_failed: 'Check both; which of them is wrong is not told.',
  embed_session_unknown: 'Generate a new session for each iframe: one works once, for five minutes.',
  https_required: 'Give the server a certificate, or name the proxy in front of it: `--trusted-proxy`.',
  admin_only: 'Use an API key of an administrator.',
  insufficient_scope: 'Use a credential that is not narrowed so far.',
  deployment_out_of_scope: 'Use a key with the deployment in its scope.',
  embedding_not_allowed: 'Allow signed embedding when the dashboard is published (`allowEmbed`), or later.',
  csrf_refused: 'Programs send an API key; the cookie is for the console alone.',
  not_found: 'Check the address; the reference at `/docs/api` has all of them.',
  api_key_not_found: 'List your own keys; those of other users are not found.',
  user_not_found: 'Check the user name.',
  branch_not_found: 'Check the name; the model of the deployment may have no commit yet.',
  dashboard_not_found: 'Check the public id, and that the workbook is shared with the embed tenant.',
  upsert_branch_changed: 'Send the same request again; it then finds what the other one made.',
  ambiguous_legacy_id: 'Give the report that is meant a `publicId` of its own, by its id.',
  version_conflict: 'Get the record anew, apply the change to it, and send it with that version.',
  file_changed: 'Read the file anew and edit that.',
  precondition_failed: 'Get it anew, and send the `ETag` of that answer.',
  slug_taken: 'Choose another slug, or send `slugTakeover`, which needs edit access to the other workbook.',
  payload_too_large: 'Split the request.',
  conflict: 'The message names what stands in the way; ask again once that has changed.',
  embed_user_limit: 'Generate ephemeral sessions (`isEphemeral`): their viewers are not counted.',
  'query.failed':
    'The message is of the database; it names the member with the SQL that failed, where that is known.',
  'query.cancelled': 'Ask again, and read the answer to its end.',
  'query.too_complex': 'Ask for fewer members and filters.',
  'model.too_complex':
    'Find the template or chain of `extends` that makes so much; `oriel model check` compiles it too.',
  'query.no_room': 'Ask again after the seconds of `Retry-After`, for fewer rows at once.',
  'query.queue_full': 'Ask for less at once, and again after the seconds of `Retry-After`.',
  'query.sql_refused': 'Write the `sql` of the model as one SELECT, with functions that read the data alone.',
  'query.out_of_memory': 'Ask for fewer groups or a shorter range, or give the data source more memory.',
  'query.too_many_rows': 'Set a limit, or ask for coarser groups.',
  'query.too_large': 'Ask for fewer rows or fewer members.',
  'source.unavailable':
    'Check the address and the credentials of the data source; `/readyz` asks all of them.',
  'engine.runtime_failing': 'The server tries again by itself; its log has the cause, `/metrics` the count.',
  'model.broken': 'Run `oriel model check`: it lists every problem with its location.',
  unavailable: 'The message names what is missing or not supported; try again once that has changed.',
};
