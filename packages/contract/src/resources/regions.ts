import { signedIn } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, describe, id, list, nullish, object, text, type Static } from '../schema.ts';
import { PageInfo } from './common.ts';
import { pagingOrNull } from '../lists.ts';

export const RegionResponse = object('A region that deployments run in.', {
  id: id('Id of the region.'),
  name: text('Name, as `region` of a deployment has it.', { example: 'local' }),
  title: nullish(text('Name for people.', { example: 'This installation' })),
  provider: nullish(text('Provider of the cloud; null for a self-hosted installation.')),
  isPublic: nullish(boolean('Whether other accounts have it too.')),
  isDedicated: nullish(boolean('Whether it is for this account alone.')),
  isHybrid: nullish(boolean('Whether parts of it run elsewhere.')),
  useAiEngineer: nullish(boolean('Whether an agent that builds models is at hand.')),
});
export type RegionResponse = Static<typeof RegionResponse>;

export const RegionsListResponse = object('A page of regions.', {
  items: list(RegionResponse, 'The items of the page, in the order of the list.'),
  data: list(RegionResponse, 'Every region, for older clients.', { deprecated: true }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type RegionsListResponse = Static<typeof RegionsListResponse>;

const operation = operationsTagged('Regions');

export const regionOperations = {
  listRegions: operation('GET /api/v1/regions', {
    summary: 'List regions',
    description:
      'The regions in which the account may have deployments. An installation is one region, `local`; what a deployment ' +
      'names as its region is kept whatever it is.',
    access: signedIn,
    query: pagingOrNull,
    answer: RegionsListResponse,
    refusals: ['invalid_cursor'],
  }),
};
