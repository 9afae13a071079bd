import type { Surface } from '@oriel/embed/protocol';
import type { EmbedAddress, EmbedMode } from './embed-address.ts';
import type { EmbedStage } from './embed-stage.ts';

/** One thing that the specification says of a surface, and how it is tried. */
export interface Rule {
  /** Never changes once released: programs look for it. */
  readonly id: string;
  readonly title: string;
  /** The section of packages/embed/SPEC.md. */
  readonly section: number;
  /** Default: every surface. */
  readonly surfaces?: readonly Surface[];
  /** Default: both modes. */
  readonly mode?: EmbedMode;
  /** The others of its group are not tried where it does not hold. */
  readonly isVital?: boolean;
  /**
   * Tries it on a surface. @returns what was seen, where that is of interest
   *
   * @throws `Misbehaviour` where it does not hold, `NotTried` where it cannot be tried
   */
  check(stage: EmbedStage): Promise<string | void>;
}

/** Rules that are tried one after the other on one surface. */
export interface RuleGroup {
  /** Default: both modes. */
  readonly mode?: EmbedMode;
  readonly rules: readonly Rule[];
  /** Opens the surface. @throws as a rule does, for all rules of the group */
  open(theatre: Theatre): Promise<EmbedStage>;
}

/** Where surfaces are opened. */
export interface Theatre {
  readonly address: EmbedAddress;
  /** A session that nobody has used. @throws `NotTried` where there is none left */
  newSession(): Promise<string>;
  /** Opens the surface in a host page. */
  open(options?: OpenOptions): Promise<EmbedStage>;
}

export interface OpenOptions {
  /** Whether the clock of the pages can be moved. */
  hasClock?: boolean;
  /** Whether the host page is one without an origin. */
  isOpaque?: boolean;
  /** Whether the host page is of an origin that no account allows, and the surface without a session. */
  isStranger?: boolean;
}
