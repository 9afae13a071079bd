/** The largest id, position or count that the database can hold: a signed 32-bit integer. */
export const MAX_ID = 2_147_483_647;
/** The most items of one page of a list. */
export const MAX_PAGE_SIZE = 1000;
/**
 * Bytes of the items of a page as JSON, at which it ends early; its last item may go beyond. Far more than a page of
 * common records, and little enough to be written while others wait.
 */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/**
 * Bytes of the largest answer that is held in memory as a whole; larger ones end early, as pages do, or are written as
 * they are read. Readers within the server take in half of it.
 */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The items of a page for which no size was asked. */
export const DEFAULT_PAGE_SIZE = 50;
/** The most items of one bulk operation. */
export const MAX_BULK_ITEMS = 100;
/** Characters of a name or title. */
export const MAX_NAME_LENGTH = 255;
/** Characters of a text for which nothing else is said. */
export const MAX_TEXT_LENGTH = 10_000;
/** Characters of a query, of code or of a document in a field: SQL, JSON, Python, HTML. */
export const MAX_DOCUMENT_LENGTH = 1_000_000;
/** Characters of a colour as CSS writes it. */
export const MAX_COLOR_LENGTH = 100;
/** Colours of a palette. */
export const MAX_PALETTE_COLORS = 32;
/** Palettes of an account, and themes for its dashboards. */
export const MAX_LOOKS = 100;
/** Identity providers of an account. */
export const MAX_IDENTITY_PROVIDERS = 50;
/** Characters of the slug of an identity provider. */
export const MAX_PROVIDER_SLUG_LENGTH = 40;
/** Certificates that a SAML provider signs with, old and new ones. */
export const MAX_PROVIDER_CERTIFICATES = 10;
/** Bytes of one of them as JSON, in PEM and with what is told of it. */
export const MAX_CERTIFICATE_BYTES = 20_000;
/** Characters of the metadata of a SAML provider, and of its responses. */
export const MAX_SAML_DOCUMENT_LENGTH = 256 * 1024;
/** Deployments in the scope of an API key. */
export const MAX_KEY_DEPLOYMENTS = 100;
/** Groups of operations that an API key is narrowed to. */
export const MAX_KEY_TAGS = 50;
/** Characters of the name of a group of operations. */
export const MAX_TAG_LENGTH = 50;
/** API keys of one user; beyond them, a new one takes the place of the one that expired longest ago. */
export const MAX_USER_API_KEYS = 1000;
/** How long a key that is rotated may go on: 30 days. */
export const MAX_KEY_OVERLAP_SECONDS = 30 * 86_400;
/** Default of the same: a day. */
export const KEY_OVERLAP_SECONDS = 86_400;
/** Characters of an address of an OAuth client. */
export const MAX_CLIENT_URI_LENGTH = 2_000;
/** Redirect addresses of an OAuth client. */
export const MAX_REDIRECT_URIS = 20;
/** Characters of a comment on a dashboard. */
export const MAX_COMMENT_LENGTH = 10_000;
/** Replies of one thread of comments. */
export const MAX_THREAD_REPLIES = 200;
/** Comments of a page of threads, at which it ends early; its last thread may go beyond. */
export const MAX_COMMENTS_OF_PAGE = 500;
/** Mentions of one comment that are recognized. */
export const MAX_COMMENT_MENTIONS = 20;
/** Open threads of a dashboard, the newest ones, in which comments are counted that a viewer has not seen. */
export const MAX_COUNTED_THREADS = 500;
/** Comments that are said to be seen at a time. */
export const MAX_SEEN_COMMENTS = 100;
/** Embed tenants in the audience of a dashboard. */
export const MAX_AUDIENCE_TENANTS = 100;
/** Dashboards of links that are looked for at a time. */
export const MAX_LINKED_DASHBOARDS = 50;
/** Origins that may frame the embedded surfaces of an account. */
export const MAX_ALLOWED_ORIGINS = 100;
/**
 * Origins of an account that are remembered as refused; beyond them, those that were refused longest ago are forgotten.
 */
export const MAX_REFUSED_ORIGINS = 100;
/** Hosts from which the texts of an account may show pictures. */
export const MAX_IMAGE_HOSTS = 50;
/** Columns that a report's table names, and that its pivot makes. */
export const MAX_TABLE_COLUMNS = 500;
/**
 * Characters of a text that is drawn as Markdown; a longer one is shown as it was written, for parsing may take its
 * square.
 */
export const MAX_MARKDOWN_LENGTH = 20_000;
/** Entries of a list in a body for which nothing else is said. */
export const MAX_LIST_ITEMS = 1000;
/** Characters of a cursor. */
export const MAX_CURSOR_LENGTH = 4096;
/** Objects and lists within each other in a JSON body. */
export const MAX_BODY_DEPTH = 100;
/** Levels of folders, the first below the root being level 1. */
export const MAX_FOLDER_DEPTH = 10;
/** Bytes of a JSON body of the management API for which nothing else is said. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Bytes of a JSON body that holds documents: charts, dashboards, code. */
export const MAX_DOCUMENT_BODY_BYTES = 4 * 1024 * 1024;
/** Bytes of one file of a dashboard app. */
export const MAX_APP_FILE_BYTES = 1024 * 1024;
/** Bytes of all files of a dashboard app together. */
export const MAX_APP_BYTES = 5 * 1024 * 1024;
/** Bytes of the faults of a data model that an answer names, and of the content that a branch breaks, as JSON. */
export const MAX_FINDINGS_BYTES = 8 * 1024 * 1024;
/** Bytes of what is found in one item of content, as JSON. */
export const MAX_ITEM_FINDINGS_BYTES = 1024 * 1024;
/** Bytes of the compiled charts of one dashboard, as JSON; more would be slower to load than the compiler is. */
export const MAX_COMPILED_BYTES = 2 * 1024 * 1024;
/** Subjects with another access that the dry run of a bulk operation names, of all of its items together. */
export const MAX_ACCESS_CHANGES = 2000;
/** Bytes of one of them as JSON: the names of a subject, its picture and two levels. */
export const MAX_ACCESS_CHANGE_BYTES = 20_000;
/** Bytes of the reports of a published dashboard together, as JSON. */
export const MAX_SNAPSHOT_BYTES = 32 * 1024 * 1024;
/** Bytes of a JSON body that holds the files of a dashboard app. */
export const MAX_APP_BODY_BYTES = 8 * 1024 * 1024;
/** Values in a JSON body, at every depth together. Reading them takes the one thread that answers everybody. */
export const MAX_BODY_VALUES = 50_000;
/** Faults of a request that its refusal names. */
export const MAX_ISSUES = 100;
/**
 * Characters of the path of such a fault, as UTF-16 counts them; a longer one is cut, for a caller names its own keys.
 */
export const MAX_ISSUE_PATH_LENGTH = 500;
/** Bytes of the body of a query, or of a batch of them. */
export const MAX_QUERY_BODY_BYTES = 2 * 1024 * 1024;
/** Bytes of the address and the headers of a request together. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Queries of one batch of the query API. */
export const MAX_BATCH_QUERIES = 100;
/** Entries of each list of members of a query: measures, dimensions, segments, order, excluded dimensions. */
export const MAX_QUERY_MEMBERS = 200;
/** Time dimensions of a query. */
export const MAX_QUERY_TIME_DIMENSIONS = 20;
/** Ranges that one query compares (`compareDateRange`); each is a statement of its own. */
export const MAX_COMPARED_RANGES = 20;
/** Queries that are blended into one answer; each is a statement of its own. */
export const MAX_BLENDED_QUERIES = 20;
/** Conditions and groups in the filters of a query, at every depth together. */
export const MAX_QUERY_FILTERS = 500;
/** Groups within each other in the filters of a query. */
export const MAX_FILTER_DEPTH = 50;
/** Values in the filters of a query, all conditions together; each is a parameter of the statement. */
export const MAX_FILTER_VALUES = 10_000;
/** Characters of one value of a filter. */
export const MAX_FILTER_VALUE_LENGTH = 10_000;
/** Characters of the full name of a member, with its granularity where it has one. */
export const MAX_MEMBER_NAME_LENGTH = 512;
/** Characters of the name of a granularity in a query. */
export const MAX_GRANULARITY_LENGTH = 128;
/** Characters of a date or of a range of dates in words. */
export const MAX_DATE_LENGTH = 100;
/** Characters of the name of a time zone. */
export const MAX_TIMEZONE_LENGTH = 64;
/** Join hints of a query, and cubes of one hint. */
export const MAX_JOIN_HINTS = 50;
/** Period comparisons of a query; each is one more query over the rows. */
export const MAX_PERIOD_COMPARISONS = 20;
/** Calculated fields of a query, and of a workbook. */
export const MAX_CALCULATED_FIELDS = 100;
/** Characters of the expression of a calculated field. */
export const MAX_CALCULATED_FIELD_LENGTH = 5_000;
/** Expressions within each other in a calculated field, and fields that refer to each other. */
export const MAX_CALCULATED_FIELD_DEPTH = 50;
/** Members, literals, operators and calls of one calculated field, with those of the fields that it refers to. */
export const MAX_CALCULATED_FIELD_PARTS = 2_000;
/**
 * Units that a period comparison looks back; so many years before any date of ours are still a date of every engine.
 */
export const MAX_PERIOD_OFFSET = 1000;
/** Rows that a query may skip (`offset`). */
export const MAX_QUERY_OFFSET = MAX_ID;
/** Buckets that one time range is filled with. */
export const MAX_FILLED_BUCKETS = 50_000;
/** Characters of the `publicId` of a report and of a dashboard. */
export const PUBLIC_ID_LENGTH = 12;
/** Lifetime of an embed session id before it is exchanged, in seconds. */
export const EMBED_SESSION_TTL_SECONDS = 5 * 60;
/** Resolution of the stored time of a viewer's last login, in seconds: a later login within it is not written. */
export const EMBED_LOGIN_RESOLUTION_SECONDS = 60;
/** Lifetime of an embed token, in seconds. */
export const EMBED_TOKEN_TTL_SECONDS = 24 * 60 * 60;
/**
 * Bytes of what an embed token says, as JSON. The token goes into a request header, within {@link MAX_HEADER_BYTES}.
 */
export const MAX_EMBED_CLAIMS_BYTES = 10_000;
/** Lifetime of a data token for which none was asked, in seconds. */
export const DATA_TOKEN_TTL_SECONDS = 24 * 60 * 60;
/** Longest and usual lifetime of a token of an environment, in seconds. */
export const ENVIRONMENT_TOKEN_TTL_SECONDS = 60 * 60;
/** Lifetime of a console session since the sign-in, in seconds. */
export const CONSOLE_SESSION_TTL_SECONDS = 14 * 24 * 60 * 60;
/** How long a browser in which a user has signed in is known, since the last time, in seconds. */
export const KNOWN_DEVICE_TTL_SECONDS = 180 * 24 * 60 * 60;
/** Nesting of containers on a dashboard. */
export const MAX_CONTAINER_DEPTH = 4;
/** Columns of a container that lays its widgets out in a grid. */
export const MAX_CONTAINER_COLUMNS = 24;
/** Placements of one report in spreadsheets. */
export const MAX_REPORT_PLACEMENTS = 1000;
/** Bytes of all placements of a report together, as JSON. */
export const MAX_PLACEMENT_BYTES = 8 * 1024 * 1024;
/** Characters of a password that is set. */
export const MIN_PASSWORD_LENGTH = 8;
/** Characters of a password that is set. */
export const MAX_NEW_PASSWORD_LENGTH = 200;
/** Characters of a password to sign in with: earlier versions took longer ones. */
export const MAX_PASSWORD_LENGTH = 1024;
/** Lifetime of a link by which a user sets another password, in seconds. */
export const PASSWORD_RESET_TTL_SECONDS = 60 * 60;
/** Console sessions of one user; the ones that were used longest ago end. */
export const MAX_USER_SESSIONS = 100;
/** Passkeys of one user. */
export const MAX_USER_PASSKEYS = 20;
/** Characters in base64url of a part of what a passkey answers. */
export const MAX_PASSKEY_BYTES = 8192;
/** Characters that are kept of the `User-Agent` header of a session. */
export const MAX_USER_AGENT_LENGTH = 512;
/** Characters of the default of an attribute of users. */
export const MAX_DEFAULT_VALUE_LENGTH = 10_000;
/** Attributes that the users of an account have. */
export const MAX_USER_ATTRIBUTES = 200;
/** Bytes of the value of an attribute of a user, as JSON. Every query of the user carries it. */
export const MAX_ATTRIBUTE_VALUE_BYTES = 64 * 1024;
/** Providers that give users tokens for data sources, of one account. */
export const MAX_OAUTH_INTEGRATIONS = 100;
/** Bytes of the free settings of such a provider, as JSON. */
export const MAX_INTEGRATION_CONFIG_BYTES = 64 * 1024;
/** Configurations of workload tokens of one account. */
export const MAX_TOKEN_CONFIGS = 100;
/**
 * Characters of the further claims of such a configuration together, as JSON: some verifiers refuse tokens beyond 8
 * KiB.
 */
export const MAX_TOKEN_CLAIMS_LENGTH = 4_096;
/** Users that are added to a group, or removed, at once. */
export const MAX_GROUP_CHANGE = 1000;
/** Members of a group in one request or page of SCIM. */
export const MAX_SCIM_MEMBERS = 20_000;
/** Operations of one patch of SCIM. */
export const MAX_SCIM_OPERATIONS = 1000;
/** Resources of a page of SCIM for which no size was asked. */
export const DEFAULT_SCIM_PAGE_SIZE = 100;
/** E-mail addresses of one user. */
export const MAX_SCIM_EMAILS = 20;
/** Characters of a filter or a path of SCIM. */
export const MAX_SCIM_FILTER_LENGTH = 4000;
/** Comparisons in a filter of SCIM. */
export const MAX_SCIM_COMPARISONS = 100;
/** Groups within each other in a filter of SCIM. */
export const MAX_SCIM_FILTER_DEPTH = 20;
/** What is given on one item of the workspace, to each subject once. */
export const MAX_ITEM_GRANTS = 1000;
/** Roles of one user or of one group. */
export const MAX_USER_ROLES = 100;
/** Policies of one role. */
export const MAX_ROLE_POLICIES = 200;
/** Bytes of the policies of all roles of an account together, as JSON: a user may have all of them. */
export const MAX_ACCOUNT_POLICY_BYTES = 16 * 1024 * 1024;
/** Roles by group in the settings of provisioning. */
export const MAX_ROLE_MAPPINGS = 1000;
/** Resources of one policy. */
export const MAX_POLICY_RESOURCES = 1000;
/** Lifetime of an invitation link, in seconds. */
export const INVITATION_TTL_SECONDS = 7 * 24 * 60 * 60;
/** How long what was deleted can be restored, and a bulk move undone. */
export const UNDO_TTL_SECONDS = 24 * 60 * 60;
/** Characters of a host name. */
export const MAX_HOST_LENGTH = 253;
/** Characters of the name of a branch or of a path in a repository. */
export const MAX_PATH_LENGTH = 1024;
/** Bytes in UTF-8 of one part of the path of a model file. */
export const MAX_PATH_PART_BYTES = 255;
/** Bytes of one file of a data model. */
export const MAX_MODEL_FILE_BYTES = 5 * 1024 * 1024;
/** Bytes of all files of a data model together. */
export const MAX_MODEL_BYTES = 50 * 1024 * 1024;
/** Files of a data model. */
export const MAX_MODEL_FILES = 5000;
/** Branches of a deployment. */
export const MAX_BRANCHES = 1000;
/** Tabs of the start page of a deployment. */
export const MAX_LAUNCHPAD_TABS = 50;
/** Keys of a free object of settings. */
export const MAX_SETTINGS_KEYS = 200;
/** Variables of a deployment. */
export const MAX_VARIABLES = 1000;
/** Characters of the value of a variable. */
export const MAX_VARIABLE_LENGTH = 65_536;
/** Controls of a dashboard that a notification or an export sets, of each kind. */
export const MAX_DASHBOARD_CONTROLS = 100;
/** Recipients of a notification that are added, or removed, at once. */
export const MAX_RECIPIENT_CHANGE = 1000;
/** Recipients of an answer with whether they can view the dashboard, which is found for each by itself. */
export const MAX_RECIPIENT_RIGHTS = 100;
/** Characters of a cron expression. */
export const MAX_CRON_LENGTH = 100;
/** Runs that the preview of a schedule shows. */
export const SCHEDULE_PREVIEW_RUNS = 5;
/** Characters of a token in an address. */
export const MAX_TOKEN_LENGTH = 4096;
/** Lifetime of an export of a dashboard and its file, in seconds. */
export const EXPORT_TTL_SECONDS = 5 * 60;
/** Rows that a Python analysis is given. */
export const PYTHON_MAX_ROWS = 10_000;
/** How long a Python analysis may take, in seconds. */
export const PYTHON_TIMEOUT_SECONDS = 120;
/** How long what a Python analysis has answered is kept, in seconds. */
export const PYTHON_CACHE_SECONDS = 60;
/** Days for which the audit log is kept at most. */
export const MAX_AUDIT_RETENTION_DAYS = 3650;
/** Characters of the header `Idempotency-Key`. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** How long the answer to a request with an `Idempotency-Key` is kept, in seconds. */
export const IDEMPOTENCY_KEY_TTL_SECONDS = 24 * 60 * 60;
/** Bytes of the JSON of one change of files of a data model; more at once is an upload. */
export const MAX_MODEL_BODY_BYTES = 12 * 1024 * 1024;
/** Bytes of the request that carries a manifest of dbt. */
export const MAX_MANIFEST_BYTES = 50 * 1024 * 1024;
/** How long the files of a transform sync that committed none can be had, in seconds. */
export const GENERATED_FILES_TTL_SECONDS = 60 * 60;
/** Builds of each branch that production can be rolled back to, however old. */
export const KEPT_BUILDS = 100;
/** Days for which production can be rolled back to any build. */
export const KEPT_BUILD_DAYS = 30;
/** Lifetime of an upload that is not finished, in seconds. */
export const UPLOAD_TTL_SECONDS = 60 * 60;
/** Characters of a message to an agent. */
export const MAX_CHAT_INPUT_LENGTH = 20_000;
/** Pictures of a message to an agent. */
export const MAX_CHAT_IMAGES = 4;
/** Lines of a chat that are kept; the turn that reaches it ends. */
export const MAX_CHAT_MESSAGES = 2000;
/** Requests to a model in one turn. */
export const MAX_TURN_STEPS = 24;
/** How long one turn may take, in seconds. */
export const MAX_TURN_SECONDS = 10 * 60;
/** How long a turn that a server has suspended can be resumed, in seconds. */
export const SUSPENDED_TURN_TTL_SECONDS = 24 * 60 * 60;
/** Lifetime of an ephemeral viewer of the chat API for whom none was asked, in seconds. */
export const CHAT_VIEWER_TTL_SECONDS = 7 * 24 * 60 * 60;
/** Users and groups with whom a thread is shared, each. */
export const MAX_THREAD_READERS = 100;
/** Characters of what an agent remembers in one memory. */
export const MAX_MEMORY_LENGTH = 500;
/** Memories of one person for an agent, and as many that everybody has. */
export const MAX_MEMORIES = 100;
/** Tokens that one user may use a day, where the account says nothing. */
export const DAILY_CHAT_TOKENS = 2_000_000;
