import { linkDimensionName } from './link-dimensions.ts';
import type { AccessPolicy, DimensionLink, MemberList } from '../definitions/model.ts';

interface Linked {
  readonly name: string;
  readonly links?: readonly DimensionLink[] | undefined;
}

/** The policies with the addresses of links beside each dimension that they name: who may see one may follow it. */
export function resolvePolicies(
  policies: readonly AccessPolicy[],
  dimensions: readonly Linked[],
): AccessPolicy[] {
  const addresses = new Map(
    dimensions
      .filter(({ links }) => links !== undefined)
      .map(({ name, links = [] }) => [name, links.map((link) => linkDimensionName(name, link.name))]),
  );
  if (addresses.size === 0) return [...policies];
  const withAddresses = (names: MemberList['includes']) =>
    names === '*'
      ? names
      : names.flatMap(({ text, location }) =>
          [text, ...(addresses.get(text) ?? [])].map((name) => ({ text: name, location })),
        );
  const complete = (list: MemberList): MemberList => ({
    includes: withAddresses(list.includes),
    excludes: withAddresses(list.excludes),
  });
  return policies.map((policy) => ({
    ...policy,
    ...(policy.memberLevel && { memberLevel: complete(policy.memberLevel) }),
    ...(policy.memberMasking && { memberMasking: complete(policy.memberMasking) }),
  }));
}
