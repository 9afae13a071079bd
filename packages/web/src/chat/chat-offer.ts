import type { AIEngineerSettings } from '@oriel/contract';

/** Whether the viewer may ask, and a model or certified queries can answer. */
export function isChatOffered({ mayAsk, isAvailable, hasCertifiedQueries }: AIEngineerSettings): boolean {
  return mayAsk && (isAvailable || hasCertifiedQueries);
}
