const define = <P = void>(
  status: number,
  message: (values: P) => string,
  retryAfterSeconds?: (values: P) => number,
): CatalogueEntry<P> => ({ status, message, ...(retryAfterSeconds && { retryAfterSeconds }) });

interface CatalogueEntry<P> {
  status: number;
  message: (values: P) => string;
  /** How long to wait before the same request is worth another try: for every 429 and 503. */
  retryAfterSeconds?: (values: P) => number;
}

/** Until what is away for a moment may be there again. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * The error catalogue. A refusal names a code from here and the values that its message needs; the code and the
 * status are part of the API, the wording is not. A retired code stays listed in {@link retiredErrorCodes} and is
 * never given a new meaning.
 */
export const errors = {
  malformed_request: define<{ reason: string }>(400, ({ reason }) => `The request cannot be read: ${reason}`),
  unknown_host: define<{ host: string }>(
    400,
    ({ host }) =>
      `The server does not know that it is reached as ${host}, and what others read must not lead there: its operator sets the base URL (--base-url), or lists the host for the account`,
  ),
  validation_failed: define<{ count: number }>(
    400,
    ({ count }) =>
      `The request has ${count === 1 ? 'a field' : `${count} fields`} that cannot be accepted; see issues`,
  ),
  invalid_cursor: define<{ cursor: string }>(
    400,
    ({ cursor }) =>
      `The cursor ${JSON.stringify(cursor)} is not one that this list gave out; leave after away to begin anew`,
  ),
  invalid_request: define<{ reason: string }>(400, ({ reason }) => reason),
  folder_name_taken: define<{ name: string }>(
    400,
    ({ name }) => `A folder named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  folder_has_subfolders: define<{ count: number }>(
    400,
    ({ count }) =>
      `The folder has ${count} ${count === 1 ? 'sub-folder' : 'sub-folders'}; delete or move them first`,
  ),
  folder_move_into_itself: define(
    400,
    () => 'A folder cannot be moved into itself or into a folder below it',
  ),
  report_in_workbook: define<{ id: number; workbookId: number }>(
    400,
    ({ id, workbookId }) =>
      `The report ${id} is a tab of the workbook ${workbookId} and lies where that lies; move the workbook, or take the report out of it by workbookId: null`,
  ),
  folder_too_deep: define<{ max: number }>(400, ({ max }) => `Folders nest at most ${max} levels deep`),
  public_id_fixed: define<{ publicId: string }>(
    400,
    ({ publicId }) => `The report already has the publicId ${publicId}, which never changes`,
  ),
  public_id_reserved: define<{ publicId: string }>(
    400,
    ({ publicId }) =>
      `The publicId ${publicId} stands for a report without one and may not be chosen; choose 12 letters and digits of your own`,
  ),
  no_draft_to_publish: define(
    400,
    () => 'There is nothing to publish: send config, or save a dashboard draft first',
  ),
  report_not_in_workbook: define<{ reportId: number }>(
    400,
    ({ reportId }) => `A chart refers to the report ${reportId}, which is not a report of this workbook`,
  ),
  dashboard_too_large: define<{ bytes: number; max: number }>(
    400,
    ({ bytes, max }) =>
      `The reports of the dashboard take ${bytes} bytes together, and ${max} is the most; show fewer of them, or make what they hold smaller`,
  ),
  no_published_dashboard: define(400, () => 'The workbook has no published dashboard; publish it first'),
  text_not_found: define<{ index: number; count: number }>(
    400,
    ({ index, count }) =>
      `edits[${index}].oldText is ${count === 0 ? 'not in the file' : `in the file ${count} times`}; it has to be there once`,
  ),
  model_path_invalid: define<{ path: string; reason: string }>(
    400,
    ({ path, reason }) => `The path ${JSON.stringify(path)} cannot be a file of the data model: ${reason}`,
  ),
  git_remote_url_invalid: define<{ reason: string }>(
    400,
    ({ reason }) => `The address of the repository must ${reason}`,
  ),
  branch_name_invalid: define<{ name: string }>(
    400,
    ({ name }) =>
      `${JSON.stringify(name)} cannot be the name of a branch; use letters, digits, dashes and slashes`,
  ),
  embed_group_name_taken: define<{ name: string }>(
    400,
    ({ name }) => `A group named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  embed_group_has_members: define<{ count: number }>(
    400,
    ({ count }) => `The group has ${count} ${count === 1 ? 'viewer' : 'viewers'}; remove them first`,
  ),
  passkey_refused: define(
    400,
    () => 'The passkey does not answer to what was asked, or is there already; begin again',
  ),
  too_many_passkeys: define(400, () => 'There are as many passkeys as may be; remove one first'),
  totp_not_started: define(400, () => 'There is no authenticator to confirm; begin to set one up'),
  totp_already_set_up: define(400, () => 'An authenticator is set up already; remove it first'),
  second_factor_missing: define(400, () => 'There is no second factor yet; set one up first'),
  password_refused: define<{ reason: string }>(
    400,
    ({ reason }) => `The password cannot be taken: ${reason}`,
  ),
  duplicate_name: define<{ kind: string; name: string }>(
    400,
    ({ kind, name }) => `The ${kind} ${JSON.stringify(name)} is given twice`,
  ),
  groups_not_found: define<{ names: string }>(400, ({ names }) => `Groups with names ${names} not found`),
  attributes_not_found: define<{ names: string }>(400, ({ names }) => `User attributes not found: ${names}`),
  attribute_type_mismatch: define<{ name: string; type: string }>(
    400,
    ({ name, type }) => `The user attribute ${JSON.stringify(name)} takes a value of type ${type}`,
  ),
  attribute_value_too_large: define<{ name: string; max: number }>(
    400,
    ({ name, max }) =>
      `The value of the user attribute ${JSON.stringify(name)} takes more than ${max} bytes as JSON; give fewer or shorter ones`,
  ),
  duplicate_subject: define<{ subject: string }>(
    400,
    ({ subject }) => `The entries name ${subject} twice; each may be given one level`,
  ),
  roles_not_found: define<{ names: string }>(400, ({ names }) => `Roles with names ${names} not found`),
  own_deletion: define(400, () => 'Nobody deletes themselves; another administrator may do it'),
  user_deactivated: define<{ id: number }>(
    400,
    ({ id }) => `The user ${id} is deactivated; activate it first`,
  ),
  scim_filter_invalid: define<{ reason: string }>(
    400,
    ({ reason }) => `The filter cannot be applied: ${reason}`,
  ),
  scim_path_invalid: define<{ path: string }>(
    400,
    ({ path }) => `The path ${JSON.stringify(path)} names no attribute that can be changed`,
  ),
  scim_target_missing: define<{ path: string }>(
    400,
    ({ path }) => `There is nothing at the path ${JSON.stringify(path)} that the operation could change`,
  ),
  scim_read_only: define<{ path: string }>(
    400,
    ({ path }) => `${JSON.stringify(path)} is kept by the server and cannot be changed`,
  ),
  not_dev_branch: define<{ name: string }>(400, ({ name }) => `Branch ${name} is not a dev-mode branch`),
  not_in_dev_mode: define(400, () => 'You are not in dev mode; enter it, or name a branch'),
  branch_is_deployed: define<{ name: string }>(
    400,
    ({ name }) => `The branch ${JSON.stringify(name)} is the one that is deployed, and has no parent`,
  ),
  not_shared_branch: define<{ name: string }>(
    400,
    ({ name }) =>
      `The branch ${JSON.stringify(name)} is deployed or the dev-mode branch of a user; only other branches have a staging environment`,
  ),
  uncommitted_changes: define<{ name: string }>(
    400,
    ({ name }) =>
      `The branch ${JSON.stringify(name)} has changes that are saved and not committed; commit them first`,
  ),
  build_not_deployable: define<{ id: number }>(
    400,
    ({ id }) => `The build ${id} did not succeed or is not of the deployed branch; choose one that did`,
  ),
  transform_sync_not_set_up: define<{ reason: string }>(400, ({ reason }) => reason),
  unauthenticated: define(
    401,
    () => 'A valid credential is needed: send Authorization: Bearer with an API key, or sign in',
  ),
  credential_expired: define(401, () => 'The credential has expired; get a new one'),
  sign_in_failed: define(401, () => 'The e-mail address or the password is wrong'),
  password_sign_in_disabled: define(
    403,
    () => 'Passwords are not taken in this account; sign in by an identity provider',
  ),
  embed_session_unknown: define(
    401,
    () => 'The embed session is unknown, expired or already used; generate a new one',
  ),
  invitation_unknown: define(
    401,
    () => 'The invitation is unknown, expired or already used; ask an administrator for a new link',
  ),
  password_reset_unknown: define(
    401,
    () => 'The link is unknown, expired or already used; ask for a new one',
  ),
  second_factor_required: define(
    401,
    () => 'The second factor is asked for now; the browser has a challenge for it',
  ),
  sign_in_challenge_unknown: define(
    401,
    () => 'The sign-in has expired or ended, or began in another browser; begin again',
  ),
  second_factor_wrong: define(403, () => 'The code or the passkey is not valid, or was used before'),
  second_factor_demanded: define(403, () => 'The account demands a second factor; set up another one first'),
  second_factor_enrolment_required: define(
    403,
    () => 'The account demands a second factor; set one up before anything else',
  ),
  recent_authentication_required: define(403, () => 'Prove once more who you are, and try again'),
  password_wrong: define(403, () => 'The password is wrong'),
  console_session_required: define(
    403,
    () => 'Only a person who has signed in to the console may do this, not a key or a token',
  ),
  own_deactivation: define(403, () => 'Nobody deactivates themselves; another administrator may do it'),
  last_administrator: define(
    403,
    () => 'An active user has to remain who is an administrator by themselves; name another one first',
  ),
  forbidden: define<{ reason: string }>(403, ({ reason }) => reason),
  https_required: define(
    403,
    () => 'Only HTTPS is accepted; plain HTTP is served on the loopback interface alone',
  ),
  administrator_protected: define(
    403,
    () =>
      'Neither provisioning nor a key for groups of operations makes administrators, or changes how they sign in; an administrator does it, or allows it (managesAdministrators in the settings of provisioning)',
  ),
  admin_only: define(403, () => 'Only an administrator may do this'),
  deployment_out_of_scope: define<{ deploymentId: number }>(
    403,
    ({ deploymentId }) => `The credential does not reach the deployment ${deploymentId}`,
  ),
  insufficient_scope: define<{ reason: string }>(403, ({ reason }) => reason),
  embedding_not_allowed: define(403, () => 'Signed embedding is not allowed on this dashboard'),
  csrf_refused: define(403, () => 'The request did not come from the console itself'),
  branch_protected: define<{ name: string; setting: string }>(
    403,
    ({ name, setting }) =>
      `The branch ${JSON.stringify(name)} is deployed, and the setting ${setting} of the deployment forbids it`,
  ),
  branch_of_another: define<{ name: string }>(
    403,
    ({ name }) => `The branch ${JSON.stringify(name)} is the dev-mode branch of another user`,
  ),
  not_found: define(404, () => 'There is nothing at this address'),
  deployment_not_found: define<{ id: number }>(404, ({ id }) => `There is no deployment ${id}`),
  folder_not_found: define<{ id: number }>(404, ({ id }) => `There is no folder ${id} in this deployment`),
  workbook_not_found: define<{ id: number }>(
    404,
    ({ id }) => `There is no workbook ${id} in this deployment`,
  ),
  trashed_item_not_found: define<{ id: number }>(
    404,
    ({ id }) =>
      `There is no item ${id} in the trash of this deployment; what was deleted is kept for a day and is seen by its owner, who deleted it, and administrators`,
  ),
  moved_since: define(409, () => 'It was moved again since, and stays where it is'),
  undo_not_found: define(
    404,
    () => 'There is nothing to undo by this id: a change can be undone for a day, by the user who made it',
  ),
  report_not_found: define<{ id: number }>(404, ({ id }) => `There is no report ${id} in this deployment`),
  dashboard_not_found: define<{ publicId: string }>(
    404,
    ({ publicId }) => `There is no dashboard ${publicId}`,
  ),
  dashboard_version_not_found: define<{ id: number }>(404, ({ id }) => `The dashboard has no version ${id}`),
  widget_not_found: define<{ id: string }>(
    404,
    ({ id }) => `The published dashboard has no AI widget ${JSON.stringify(id)}`,
  ),
  workbook_dashboard_not_found: define<{ workbookId: number }>(
    404,
    ({ workbookId }) => `The workbook ${workbookId} has no dashboard that was published`,
  ),
  oauth_sign_in_needed: define(403, () => 'The application asks that you sign in anew before'),
  oauth_client_not_found: define<{ id: number }>(404, ({ id }) => `There is no OAuth client ${id}`),
  oauth_grant_not_found: define<{ id: number }>(404, ({ id }) => `There is no grant ${id} of yours`),
  oauth_interaction_not_found: define(
    404,
    () => 'The application asked too long ago, or has its answer; go back to it and begin anew',
  ),
  oauth_device_code_not_found: define(404, () => 'No device that waits shows this code'),
  api_key_not_found: define<{ id: number }>(404, ({ id }) => `There is no API key ${id} of yours`),
  session_not_found: define<{ id: number }>(404, ({ id }) => `There is no session ${id} of yours`),
  identity_provider_not_found: define<{ id: number }>(404, ({ id }) => `There is no identity provider ${id}`),
  identity_provider_untested: define(404, () => 'The identity provider has not been tested yet'),
  passkey_not_found: define<{ id: number }>(404, ({ id }) => `There is no passkey ${id} of yours`),
  user_not_found: define<{ id: number | string } | { username: string }>(
    404,
    (user) => `There is no user ${'id' in user ? user.id : JSON.stringify(user.username)}`,
  ),
  embed_tenant_not_found: define<{ name: string }>(
    404,
    ({ name }) => `There is no embed tenant ${JSON.stringify(name)}`,
  ),
  embed_group_not_found: define<{ id: number }>(404, ({ id }) => `The embed tenant has no group ${id}`),
  embed_user_not_found: define<{ id: number }>(404, ({ id }) => `The embed tenant has no viewer ${id}`),
  variable_not_found: define<{ name: string }>(
    404,
    ({ name }) => `The deployment has no variable ${JSON.stringify(name)}`,
  ),
  environment_not_found: define<{ id: number }>(404, ({ id }) => `The deployment has no environment ${id}`),
  environment_token_not_found: define<{ id: number }>(
    404,
    ({ id }) => `The environment has no token ${id}; it may have expired`,
  ),
  group_not_found: define<{ id: number | string }>(404, ({ id }) => `There is no group ${id}`),
  role_not_found: define<{ id: number }>(404, ({ id }) => `There is no role ${id}`),
  user_attribute_not_found: define<{ id: number }>(404, ({ id }) => `There is no user attribute ${id}`),
  notification_not_found: define<{ id: number }>(
    404,
    ({ id }) => `There is no notification ${id} in this deployment`,
  ),
  notification_run_not_found: define<{ id: number }>(404, ({ id }) => `The notification has no run ${id}`),
  chart_not_found: define<{ id: string }>(
    404,
    ({ id }) => `The dashboard has no chart ${JSON.stringify(id)}`,
  ),
  account_not_found: define<{ name: string }>(
    404,
    ({ name }) => `This address is not of an account named ${JSON.stringify(name)}`,
  ),
  agent_not_found: define<{ id: number }>(404, ({ id }) => `There is no agent ${id} that you may use`),
  agent_memory_not_found: define<{ id: number }>(
    404,
    ({ id }) => `The agent remembers nothing with the id ${id} that you may see`,
  ),
  agent_memory_off: define(
    409,
    () => 'The agent remembers nothing: its configuration has no memory_mode, or memory_mode disabled',
  ),
  agent_memories_full: define<{ max: number }>(
    409,
    ({ max }) => `The agent remembers ${max} texts already, as many as it can; delete one of them first`,
  ),
  comment_not_found: define<{ id: number }>(404, ({ id }) => `There is no comment ${id} on this dashboard`),
  comment_is_reply: define<{ id: number }>(
    400,
    ({ id }) => `The comment ${id} is a reply; this takes the id of the comment that has opened the thread`,
  ),
  comment_thread_full: define<{ max: number }>(
    409,
    ({ max }) => `The thread has ${max} replies, as many as there can be; open another one`,
  ),
  chat_thread_not_found: define(404, () => 'There is no such thread that you may read'),
  ai_not_allowed: define(403, () => 'The account or the session does not allow AI'),
  ai_usage_limit: define<{ limit: number; secondsLeft: number }>(
    429,
    ({ limit }) => `The ${limit} tokens that you may use of models today are spent`,
    ({ secondsLeft }) => secondsLeft,
  ),
  export_not_found: define(404, () => 'There is no such export of yours; it may have expired'),
  transform_sync_not_found: define(404, () => 'There is no such transform sync in this deployment'),
  generated_files_not_found: define(
    404,
    () => 'The sync keeps no files: it committed them, is not completed, or ended too long ago',
  ),
  branch_not_found: define<{ name: string }>(
    404,
    ({ name }) => `The deployment has no branch ${JSON.stringify(name)}`,
  ),
  model_file_not_found: define<{ path: string }>(
    404,
    ({ path }) => `The branch has no file or folder ${JSON.stringify(path)}`,
  ),
  upload_not_found: define(
    404,
    () => 'There is no such upload of yours; it may have expired, so begin another',
  ),
  git_installation_not_found: define<{ id: number }>(
    404,
    ({ id }) => `GitHub shows you no installation ${id} of the app; see settingsUrl of the status`,
  ),
  git_repository_not_found: define<{ name: string }>(
    404,
    ({ name }) =>
      `The app does not see a repository ${JSON.stringify(name)} at GitHub, or you do not; see settingsUrl of the status`,
  ),
  git_remote_not_found: define(404, () => 'The deployment is not connected with a repository'),
  oauth_integration_not_found: define<{ id: number }>(404, ({ id }) => `There is no OAuth integration ${id}`),
  user_oauth_token_not_found: define<{ id: number }>(
    404,
    ({ id }) => `You are not connected with the OAuth integration ${id}`,
  ),
  oidc_token_config_not_found: define<{ id: number }>(
    404,
    ({ id }) => `There is no configuration ${id} of workload tokens`,
  ),
  build_not_found: define<{ id: number }>(404, ({ id }) => `There is no build ${id} in this deployment`),
  method_not_allowed: define<{ method: string }>(405, ({ method }) => `The address does not take ${method}`),
  request_timeout: define(408, () => 'The request did not arrive in time; send it again'),
  public_id_taken: define<{ publicId: string }>(
    409,
    ({ publicId }) => `Another report has the publicId ${publicId}; choose another`,
  ),
  slug_taken: define<{ slug: string }>(
    409,
    ({ slug }) => `Another workbook has the slug ${JSON.stringify(slug)}; send slugTakeover to take it over`,
  ),
  upsert_branch_changed: define(
    409,
    () => 'Another request created or deleted the same record at the same time; send the request again',
  ),
  ambiguous_legacy_id: define<{ publicId: string; count: number }>(
    409,
    ({ publicId, count }) =>
      `${count} reports are shown with the publicId ${publicId}; give the one that is meant an id of its own first`,
  ),
  version_conflict: define<{ kind: string; id: number; expected: number; actual: number }>(
    409,
    ({ kind, id, expected, actual }) =>
      `The ${kind} ${id} was changed meanwhile: it has version ${actual}, not ${expected}. Get it anew and apply the change to that`,
  ),
  file_changed: define<{ hash: string }>(
    409,
    ({ hash }) => `The file was changed meanwhile: its hash is ${hash}. Get it anew and edit that`,
  ),
  email_taken: define<{ email: string }>(
    409,
    ({ email }) => `Another user has the e-mail address ${JSON.stringify(email)}`,
  ),
  provider_slug_taken: define<{ slug: string }>(
    409,
    ({ slug }) => `Another identity provider has the slug ${JSON.stringify(slug)}; choose another`,
  ),
  too_many_identity_providers: define<{ max: number }>(
    409,
    ({ max }) => `The account has its ${max} identity providers; delete some first`,
  ),
  too_many_records: define<{ records: string; max: number }>(
    409,
    ({ records, max }) => `There are as many ${records} as there may be, ${max}; delete some first`,
  ),
  identity_provider_managed: define(
    409,
    () => 'The settings of the server have this identity provider; its operator changes it there',
  ),
  password_sign_in_needed: define(
    409,
    () => 'Passwords are needed until an enabled identity provider has been tested successfully',
  ),
  break_glass_user_needed: define(
    409,
    () =>
      'While passwords are switched off, an active administrator has to keep theirs; name another one as the break-glass administrator first',
  ),
  username_taken: define<{ username: string }>(
    409,
    ({ username }) => `Another user has the username ${JSON.stringify(username)}; choose another`,
  ),
  group_name_taken: define<{ name: string }>(
    409,
    ({ name }) => `A group named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  role_name_taken: define<{ name: string }>(
    409,
    ({ name }) => `A role named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  attribute_name_taken: define<{ name: string }>(
    409,
    ({ name }) => `A user attribute named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  deployment_name_taken: define<{ name: string }>(
    409,
    ({ name }) => `A deployment named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  merge_conflict: define<{ count: number; ours: string; theirs: string }>(
    409,
    ({ count, ours, theirs }) =>
      `${count === 1 ? 'A file was' : `${count} files were`} changed both on ${JSON.stringify(ours)} and on ${JSON.stringify(theirs)}; see issues, ` +
      'save the branch as it should be, and commit with resolveMergeConflict',
  ),
  branch_name_taken: define<{ name: string }>(
    409,
    ({ name }) => `A branch named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  branch_changed: define<{ name: string }>(
    409,
    ({ name }) =>
      `The branch ${JSON.stringify(name)} was changed meanwhile; get it anew and apply the change to that`,
  ),
  git_provider_not_set_up: define<{ settings: string }>(
    409,
    ({ settings }) => `GitHub is not set up on this server; its operator sets ${settings}`,
  ),
  git_provider_not_linked: define(
    409,
    () => 'You are not linked with GitHub; open linkUrl of the status in your browser',
  ),
  git_remote_taken: define(
    409,
    () => 'The deployment is connected with a repository already; disconnect it first',
  ),
  git_remote_model: define(
    409,
    () =>
      'The deployment and the repository both have a model; connect a deployment that was created for it, or an empty repository',
  ),
  model_path_taken: define<{ path: string }>(
    409,
    ({ path }) => `There is already something at the path ${JSON.stringify(path)}; choose another`,
  ),
  oauth_integration_name_taken: define<{ name: string }>(
    409,
    ({ name }) => `An integration named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  oidc_token_config_taken: define<{ reason: string }>(409, ({ reason }) => reason),
  idempotency_key_in_use: define(
    409,
    () => 'A request with this Idempotency-Key is under way; ask again with the same key when it has ended',
  ),
  idempotent_answer_lost: define(
    409,
    () =>
      'The request of this Idempotency-Key was done, and its answer cannot be read any more, because the keys of the ' +
      'installation were changed since; see what is there',
  ),
  conflict: define<{ reason: string }>(409, ({ reason }) => reason),
  transform_sync_not_completed: define<{ status: string }>(
    409,
    ({ status }) => `The sync is ${status}; only one that is COMPLETED has a result`,
  ),
  transform_sync_ended: define<{ status: string }>(
    409,
    ({ status }) => `The sync is ${status}; only one that runs can be cancelled`,
  ),
  export_not_ready: define(409, () => 'The export is still being drawn; ask for its status first'),
  precondition_failed: define(
    412,
    () => 'What is there is not what If-Match or If-Unmodified-Since asks for; get it anew',
  ),
  payload_too_large: define<{ maxBytes: number }>(
    413,
    ({ maxBytes }) => `The body is larger than ${maxBytes} bytes`,
  ),
  model_file_too_large: define<{ path: string; maxBytes: number }>(
    413,
    ({ path, maxBytes }) => `The file ${JSON.stringify(path)} is larger than ${maxBytes} bytes`,
  ),
  model_too_large: define<{ reason: string }>(413, ({ reason }) => `The data model is too large: ${reason}`),
  too_many_branches: define<{ max: number }>(
    413,
    ({ max }) => `The deployment has its ${max} branches; remove some first`,
  ),
  unsupported_media_type: define<{ type: string; expected?: string }>(
    415,
    ({ type, expected = 'application/json' }) =>
      `The content type ${JSON.stringify(type)} is not accepted; send ${expected}`,
  ),
  range_not_satisfiable: define(416, () => 'The file does not reach as far as Range asks; get it whole'),
  drawing_unavailable: define(
    422,
    () =>
      'Nothing can be drawn: the server has no Chromium. Its operator installs one, or names it in ORIEL_CHROMIUM',
  ),
  export_failed: define<{ reason: string }>(422, ({ reason }) => `The export has failed: ${reason}`),
  idempotency_key_reused: define(
    422,
    () => 'The Idempotency-Key was sent with another request before; send each request with a key of its own',
  ),
  too_many_requests: define<{ retryAfterSeconds: number }>(
    429,
    ({ retryAfterSeconds }) => `Too many requests; try again in ${retryAfterSeconds} s`,
    ({ retryAfterSeconds }) => retryAfterSeconds,
  ),
  headers_too_large: define<{ maxBytes: number }>(
    431,
    ({ maxBytes }) =>
      `The address and the headers are larger than ${maxBytes} bytes together; send what is long as a body`,
  ),
  embed_user_limit: define<{ max: number }>(
    429,
    ({ max }) => `The account has its ${max} embed users; remove some first`,
    // Only a person can remove embed users, so a program has no use for a short wait.
    () => 3_600,
  ),
  internal: define(
    500,
    () => 'Something went wrong on the server; its log has the details under the request id',
  ),
  git_provider_failed: define<{ reason: string }>(502, ({ reason }) => `GitHub does not answer: ${reason}`),
  git_remote_failed: define<{ reason: string }>(502, ({ reason }) => reason),
  model_repository_lost: define<{ state: 'missing' | 'damaged' }>(
    500,
    ({ state }) =>
      `The repository of the data model is ${state} on the server; the log of the server tells its operator where it lies and what to do`,
  ),
  python_unavailable: define<{ reason: string }>(
    503,
    ({ reason }) => reason,
    // The operator of the server changes it, so a program has no use for a short wait.
    () => 3_600,
  ),
  unavailable: define<{ reason: string }>(
    503,
    ({ reason }) => reason,
    () => RETRY_AFTER_SECONDS,
  ),
  insufficient_storage: define(
    507,
    () =>
      'The disk of the server is full, so nothing was changed; what is there can be read. Tell its operator to free space',
  ),
};

export type ErrorCode = keyof typeof errors;

/** The values that the message of a code needs; none for a code with a fixed message. */
export type ErrorValues<C extends ErrorCode> = Parameters<(typeof errors)[C]['message']>[0];

/** Codes that were given out once and mean nothing any more. */
export const retiredErrorCodes: readonly string[] = [];

/** A field of the request that failed validation. `path` is as in `items[3].id`. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** A refusal: something that a caller may be told. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly FieldIssue[] | undefined;
  /** Of every 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { issues?: readonly FieldIssue[]; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = errors[code].status;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Whether something that was thrown is the refusal with a code. */
export function isRefusal(error: unknown, code: ErrorCode): error is Refusal {
  return error instanceof Refusal && error.code === code;
}

/** Makes the refusal of fields, with an issue for each fault. */
export function refuseFields(issues: readonly FieldIssue[], cause?: unknown): Refusal {
  return refuse('validation_failed', { count: issues.length }, { issues, cause });
}

/** Makes the refusal of a code, with its message filled in. */
export function refuse<C extends ErrorCode>(
  code: C,
  ...[values, options]: ErrorValues<C> extends void
    ? [values?: undefined, options?: { issues?: readonly FieldIssue[]; cause?: unknown }]
    : [values: ErrorValues<C>, options?: { issues?: readonly FieldIssue[]; cause?: unknown }]
): Refusal {
  // The catalogue's entry and its values belong to one code, which the compiler cannot see through the union.
  const { message, retryAfterSeconds } = errors[code] as CatalogueEntry<unknown>;
  return new Refusal(code, message(values), {
    ...options,
    ...(retryAfterSeconds && { retryAfterSeconds: retryAfterSeconds(values) }),
  });
}
