/** The identifiers of the message protocol that carry a brand. They appear on the wire only, never in our types. */
export interface Brand {
  /** What every message type begins with, such as `svc:` in `svc:event:ready`. */
  readonly prefix: string;
  /** The field `source` of every message. */
  readonly source: string;
}

/** `svc` is the default; `cube` speaks Cube's identifiers, so that a host page written for it works unchanged. */
export const brands = {
  svc: { prefix: 'svc:', source: 'svc-embed' },
  cube: { prefix: 'cube:', source: 'cube-embed' },
} as const satisfies Record<string, Brand>;
