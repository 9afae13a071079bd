import { Type, type Static } from 'typebox';
import { input, named, nullable, oneOf, ref } from '../schema.ts';
import { PageInfo } from './common.ts';

export const CreationStep = named(
  'CreationStep',
  oneOf('project', 'upload', 'schema', 'github', 'ssh', 'databases', 'ready', 'demo'),
);
export type CreationStep = Static<typeof CreationStep>;

export const Deployment = named(
  'Deployment',
  Type.Object({
    creationStep: ref(CreationStep),
    deploymentUrl: Type.String(),
    id: Type.Integer(),
    name: Type.String(),
  }),
);
export type Deployment = Static<typeof Deployment>;

export const DeploymentsPagination = named(
  'DeploymentsPagination',
  Type.Object({
    limit: Type.Integer({ minimum: 0 }),
    offset: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  }),
);
export type DeploymentsPagination = Static<typeof DeploymentsPagination>;

export const DeploymentsListResponse = named(
  'DeploymentsListResponse',
  Type.Object({
    count: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
    data: Type.Array(ref(Deployment)),
    items: Type.Array(ref(Deployment)),
    pageInfo: Type.Optional(nullable(ref(PageInfo))),
    pagination: ref(DeploymentsPagination),
    totalCount: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
  }),
);
export type DeploymentsListResponse = Static<typeof DeploymentsListResponse>;

export const CreateDeploymentTokenInput = input(
  'CreateDeploymentTokenInput',
  Type.Object({
    expiresIn: Type.Optional(nullable(Type.Integer({ minimum: 60, maximum: 86400 }))),
  }),
);
export type CreateDeploymentTokenInput = Static<typeof CreateDeploymentTokenInput>;

export const DeploymentTokenResponse = named(
  'DeploymentTokenResponse',
  Type.Object({
    /** The data token: a JWT for the query API of this deployment. */
    cubeApiToken: Type.String(),
    /** The same token under the name that carries the default brand. */
    svcApiToken: Type.String(),
  }),
);
export type DeploymentTokenResponse = Static<typeof DeploymentTokenResponse>;
