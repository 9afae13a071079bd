import type { Surface } from '@oriel/embed/protocol';
import type { EmbedAddress, EmbedMode } from './embed-address.ts';
import type { SurfaceDriver } from './surface-driver.ts';

/** One requirement of the specification, with its check. */
export interface Rule {
  /** Stable: programs read it. */
  readonly id: string;
  readonly title: string;
  /** The section of packages/embed/SPEC.md. */
  readonly section: number;
  /** Default: every surface. */
  readonly surfaces?: readonly Surface[];
  /** Default: both modes. */
  readonly mode?: EmbedMode;
  /** When it fails, the rest of its group is skipped. */
  readonly isVital?: boolean;
  /** When it fails, nothing else is tried: the surface is not there. */
  readonly isDecisive?: boolean;
  /**
   * Checks an open surface. @returns an observation for the report, if there is one
   *
   * @throws `Misbehaviour` when the requirement is not met, `NotTried` when it cannot be checked
   */
  check(driver: SurfaceDriver): Promise<string | void>;
}

/** Rules that are checked in order on one open surface. */
export interface RuleGroup {
  /** Default: both modes. */
  readonly mode?: EmbedMode;
  readonly rules: readonly Rule[];
  /** Opens the surface. What it throws counts for its first rule, on which the others rest then. */
  open(harness: Harness): Promise<SurfaceDriver>;
}

/** Opens surfaces in host pages. */
export interface Harness {
  readonly address: EmbedAddress;
  /** Returns an unused session. @throws `NotTried` when there are none left */
  newSession(): Promise<string>;
  /** Opens the surface in a new host page. */
  open(options?: OpenOptions): Promise<SurfaceDriver>;
}

export interface OpenOptions {
  /** Installs a clock that the check controls. */
  hasClock?: boolean;
  /** Uses a host page with an opaque origin. */
  isOpaque?: boolean;
  /** Uses a host page of an origin that is not allowed, and no session. */
  isStranger?: boolean;
}
