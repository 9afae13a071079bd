import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/**
 * The tables as `migrations/` makes them, for typed queries. Timestamps come out as ISO 8601 texts (see
 * `database.ts`), `jsonb` as values, `bytea` as buffers.
 */
export interface Tables {
  tenants: {
    id: Generated<number>;
    name: string;
    display_name: string | null;
    embed_secret: string;
    embed_allowed_origins: Generated<string[]>;
    app_config: GeneratedJson;
    created_at: Generated<string>;
  };
  tenant_hosts: { host: string; tenant_id: number };
  users: {
    id: Generated<number>;
    tenant_id: number;
    email: string;
    username: string;
    first_name: string | null;
    picture: string | null;
    role: 'Viewer' | 'Explorer' | 'Developer' | 'Admin';
    password_hash: string | null;
    is_deactivated: Generated<boolean>;
    last_login: string | null;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  groups: { id: Generated<number>; tenant_id: number; name: string; description: string | null };
  group_members: { group_id: number; user_id: number };
  deployments: {
    id: Generated<number>;
    tenant_id: number;
    name: string;
    creation_step: Generated<string>;
    deploy_branch: Generated<string>;
    api_secret: string;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  deployment_variables: { deployment_id: number; name: string; value: string };
  api_keys: {
    id: Generated<number>;
    tenant_id: number;
    user_id: number;
    name: string;
    prefix: string;
    hash: Buffer;
    deployment_ids: number[] | null;
    created_at: Generated<string>;
    expires_at: string | null;
    last_used_at: string | null;
  };
  console_sessions: { hash: Buffer; user_id: number; created_at: Generated<string>; expires_at: string };
  folders: {
    id: Generated<number>;
    deployment_id: number;
    parent_id: number | null;
    name: string;
    position: Generated<number>;
    path: number[];
    user_id: number | null;
    created_by: number | null;
    updated_by: number | null;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  workbooks: {
    id: Generated<number>;
    deployment_id: number;
    folder_id: number | null;
    name: string;
    slug: string | null;
    meta: GeneratedJson;
    calculated_fields: GeneratedJson;
    user_id: number | null;
    created_by: number | null;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  reports: {
    id: Generated<number>;
    deployment_id: number;
    public_id: string;
    workbook_id: number | null;
    folder_id: number | null;
    name: string;
    title: string | null;
    description: string | null;
    sql_query: string | null;
    json_query: string | null;
    pivot_items: Json | null;
    meta: Json | null;
    version: Generated<number>;
    source: string | null;
    placements: ColumnType<object[], string | undefined, string>;
    external_workbook_id: string | null;
    result_location: string | null;
    end_result_cell: string | null;
    user_id: number | null;
    created_by: number | null;
    refreshed_by: number | null;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  dashboards: {
    id: Generated<number>;
    deployment_id: number;
    workbook_id: number;
    public_id: string;
    status: Generated<'draft' | 'published' | 'archived'>;
    allow_embed: Generated<boolean>;
    created_by: number | null;
    created_at: Generated<string>;
  };
  dashboard_versions: {
    id: Generated<number>;
    dashboard_id: number;
    version_number: number;
    title: string | null;
    description: string | null;
    config: Json;
    report_snapshots: ColumnType<object[], string, string>;
    created_by: number | null;
    created_at: Generated<string>;
  };
  grants: {
    id: Generated<number>;
    deployment_id: number;
    resource_type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    resource_id: number;
    subject_type: 'USER' | 'GROUP' | 'ORGANIZATION' | 'EMBED_TENANT' | 'ALL_EMBED_USERS';
    subject_id: Generated<number>;
    level: number;
  };
  workspace_views: {
    user_id: number;
    resource_type: string;
    resource_id: number;
    viewed_at: Generated<string>;
  };
  embed_tenants: {
    id: Generated<number>;
    tenant_id: number;
    name: string;
    display_name: string | null;
    created_at: Generated<string>;
  };
  embed_users: {
    id: Generated<number>;
    tenant_id: number;
    embed_tenant_id: number;
    external_id: string;
    email: string | null;
    display_name: string | null;
    picture: string | null;
    is_ephemeral: Generated<boolean>;
    created_at: Generated<string>;
    last_login: string | null;
  };
  embed_user_groups: { embed_user_id: number; group_id: number };
  embed_tenant_groups: {
    id: Generated<number>;
    embed_tenant_id: number;
    name: string;
    description: string | null;
    created_at: Generated<string>;
  };
  embed_tenant_group_members: { group_id: number; embed_user_id: number; created_at: Generated<string> };
  user_attributes: {
    id: Generated<number>;
    tenant_id: number;
    embed_tenant_id: number | null;
    name: string;
    type: 'string' | 'number' | 'boolean' | 'string_array' | 'number_array';
    display_name: string | null;
    default_value: string | null;
    description: string | null;
  };
  user_attribute_values: { attribute_id: number; user_id: number; value: JsonScalarColumn };
  embed_user_attribute_values: { attribute_id: number; embed_user_id: number; value: JsonScalarColumn };
  embed_sessions: {
    hash: Buffer;
    tenant_id: number;
    deployment_id: number;
    claims: Json;
    expires_at: string;
  };
}

/** A JSON object: read as a value, written as text. */
export type Json = JSONColumnType<Record<string, unknown>>;

/** The same where the database fills in an empty object. */
type GeneratedJson = ColumnType<Record<string, unknown>, string | undefined, string>;

/** Any JSON value: read as a value, written as text. */
type JsonScalarColumn = ColumnType<AttributeValue, string, string>;

export type AttributeValue = string | number | boolean | string[] | number[];
