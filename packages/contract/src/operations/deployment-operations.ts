import { Type } from 'typebox';
import { operation, anyone, parameters, signedInOrEmbed } from '../operation.ts';
import { FreeObject, nullable, ref } from '../schema.ts';
import { AppConfigResponse } from '../schemas/app-config.ts';
import {
  CreateDeploymentTokenInput,
  CreationStep,
  Deployment,
  DeploymentsListResponse,
  DeploymentTokenResponse,
} from '../schemas/deployments.ts';
import { deploymentParams, paging } from './parameters.ts';

export const deploymentOperations = {
  getAppConfig: operation('getAppConfig', {
    summary: 'Get the settings that every client needs',
    description:
      'Themes, time zones and what embedded surfaces show by default, for the account of the caller.',
    access: signedInOrEmbed,
    answer: AppConfigResponse,
  }),
  getSpec: operation('getSpec', {
    summary: 'Get this document',
    description: 'The OpenAPI 3.1 document of the API, as the answering server serves it.',
    access: anyone,
    answer: FreeObject,
  }),
  getDeployments: operation('getDeployments', {
    summary: 'List deployments',
    description:
      'The deployments that the credential reaches, by id. creationStep narrows the list and may be repeated. limit and ' +
      'offset serve older clients; first and after page by cursor.',
    access: signedInOrEmbed,
    query: parameters({
      creationStep: Type.Optional(Type.Array(ref(CreationStep))),
      offset: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
      limit: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
      ...paging,
    }),
    answer: DeploymentsListResponse,
  }),
  getDeployment: operation('getDeployment', {
    summary: 'Get a deployment',
    description:
      'The query API of the deployment lies under deploymentUrl. 403 outside the scope of the credential.',
    access: signedInOrEmbed,
    params: deploymentParams,
    answer: Deployment,
  }),
  deploymentToken: operation('deploymentToken', {
    summary: 'Get a data token',
    description:
      'A token for the query API of the deployment that carries the security context of the caller. It is a credential ' +
      'of its own: ending the session that got it does not end it. expiresIn is its lifetime in seconds, default 86400.',
    access: signedInOrEmbed,
    params: deploymentParams,
    body: CreateDeploymentTokenInput,
    bodyOptional: true,
    answer: DeploymentTokenResponse,
  }),
};
