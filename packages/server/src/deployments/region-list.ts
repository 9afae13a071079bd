import type { OperationTypes, RegionResponse, RegionsListResponse } from '@oriel/contract';
import { pageOf } from '../paging/page-of-items.ts';

/** Where deployments run: an installation is one place. */
const regions: readonly RegionResponse[] = [
  {
    id: 1,
    name: 'local',
    title: 'This installation',
    provider: null,
    isPublic: false,
    isDedicated: true,
    isHybrid: false,
    useAiEngineer: false,
  },
];

/** A page of the regions, and all of them. @throws `invalid_cursor` */
export async function listRegions(
  request: OperationTypes['listRegions']['query'],
): Promise<RegionsListResponse> {
  const page = await pageOf(regions, request, { list: 'regions', keyOf: ({ id }) => id });
  return { ...page, data: [...regions] };
}
