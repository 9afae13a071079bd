import type { AccountTables } from './tables/account-tables.ts';
import type { ChatTables } from './tables/chat-tables.ts';
import type { CommentTables } from './tables/comment-tables.ts';
import type { DeliveryTables } from './tables/delivery-tables.ts';
import type { DeploymentTables } from './tables/deployment-tables.ts';
import type { EmbeddingTables } from './tables/embedding-tables.ts';
import type { IntegrationTables } from './tables/integration-tables.ts';
import type { ModelTables } from './tables/model-tables.ts';
import type { OAuthTables } from './tables/oauth-tables.ts';
import type { PeopleTables } from './tables/people-tables.ts';
import type { SignInTables } from './tables/sign-in-tables.ts';
import type { WorkspaceTables } from './tables/workspace-tables.ts';

export type { AttributeValue } from './tables/column-types.ts';
export type { ReportTab } from './tables/workspace-tables.ts';

/**
 * The tables as `migrations/` makes them, for typed queries: `deploymentId` is the column `deployment_id`
 * (`column-names.ts`). Timestamps come out as ISO 8601 texts (see
 * `database.ts`), `jsonb` as values, `bytea` as buffers.
 */
export interface Tables
  extends
    AccountTables,
    PeopleTables,
    DeploymentTables,
    ModelTables,
    IntegrationTables,
    SignInTables,
    WorkspaceTables,
    EmbeddingTables,
    DeliveryTables,
    OAuthTables,
    CommentTables,
    ChatTables {}
