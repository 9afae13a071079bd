import { isImageHost, refuseFields, type FieldIssue } from '@oriel/contract';
import type { ImageHostsStore } from './image-hosts-store.ts';

/** Makes the service of the hosts of pictures. */
export function createImageHostsService(store: ImageHostsStore) {
  return {
    list: (tenantId: number): Promise<string[]> => store.list(tenantId),
    /**
     * Replaces the list and answers with it: in lower case, without repeats.
     *
     * @throws `validation_failed` for an entry that is no host
     */
    async replace(tenantId: number, entries: readonly string[]): Promise<string[]> {
      const hosts = entries.map((entry) => entry.trim().toLowerCase());
      const issues = hosts.flatMap((host, index): FieldIssue[] =>
        isImageHost(host) ? [] : [issueAt(index)],
      );
      if (issues.length > 0) throw refuseFields(issues);
      const unique = [...new Set(hosts)];
      await store.replace(tenantId, unique);
      return unique;
    },
  };
}

function issueAt(index: number): FieldIssue {
  return {
    path: `hosts[${index}]`,
    message: 'must be a host such as images.example.com or *.example.com, without a scheme or a path',
  };
}
