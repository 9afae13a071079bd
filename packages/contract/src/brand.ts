/**
 * The identifiers of the API and of the embed protocol that carry a brand. The contract is written in those of `svc`, the
 * default; `cube` speaks the identifiers of Cube's own products, so that an existing host page or API client moves over by
 * changing its base address. No brand uses an identifier of another one.
 */
export interface ServerBrand {
  readonly name: 'svc' | 'cube';
  /** The reserved key of the security context: groups, attributes and name of the viewer. */
  readonly securityContextKey: string;
  /** What differs from the contract: each by its name there. */
  readonly names: BrandNames;
}

/** The brand's own names for those of the contract. */
export interface BrandNames {
  /** Fields of bodies and answers. */
  readonly fields: Readonly<Record<string, string>>;
  /** Values of enumerations. */
  readonly values: Readonly<Record<string, string>>;
  /** Segments of paths. */
  readonly segments: Readonly<Record<string, string>>;
}

/** The brands that a server can have. */
export const serverBrands = {
  svc: {
    name: 'svc',
    securityContextKey: 'svcCloud',
    names: { fields: {}, values: {}, segments: {} },
  },
  cube: {
    name: 'cube',
    securityContextKey: 'cubeCloud',
    names: {
      fields: {
        svcApiToken: 'cubeApiToken',
        svcImageCloud: 'cubeImageCloud',
        svcImageVersion: 'cubeImageVersion',
        isSvcSqlEnabled: 'isCubeSqlEnabled',
        'urn:svc:params:1.0:UserAttribute': 'urn:cube:params:1.0:UserAttribute',
      },
      values: { svcNetworkConnect: 'CubeNetworkConnect', svccloud: 'cubecloud' },
      segments: { gitprovider: 'github', 'transform-sync': 'dbt-sync' },
    },
  },
} as const satisfies Record<string, ServerBrand>;

/** A path of the contract as a brand serves it. */
export function brandPath(path: string, { names }: Pick<ServerBrand, 'names'>): string {
  return path
    .split('/')
    .map((segment) => names.segments[segment] ?? segment)
    .join('/');
}
