/**
 * The identifiers of the API and of the embed protocol that carry a brand. The contract is written in those of `svc`,
 * the default; `cube` speaks the identifiers of Cube's own products, so that an existing host page or API client moves
 * over by changing its base address. No brand answers with an identifier of another one; values of enumerations are
 * taken in the spelling of any brand ({@link otherSpelling}).
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

/**
 * How values of enumerations in the spelling of another brand become those of a brand: a client that moves over may go
 * on to send those that it knows. Fields keep their names, for a body with both would say two things.
 */
export function otherSpelling(brand: ServerBrand): { names: BrandNames; direction: 'toBrand' | 'fromBrand' } {
  const { cube } = serverBrands;
  return {
    names: { fields: {}, values: cube.names.values, segments: {} },
    direction: brand.name === 'cube' ? 'toBrand' : 'fromBrand',
  };
}
