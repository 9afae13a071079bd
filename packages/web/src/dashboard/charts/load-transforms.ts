import type { Spec } from 'vega';
import { transforms } from 'vega-dataflow';

/** What of a document, or of a mark in it, names transforms. */
interface Part {
  readonly data?: readonly { readonly transform?: readonly { readonly type: string }[] }[];
  readonly transform?: readonly { readonly type: string }[];
  readonly projections?: readonly unknown[];
  readonly marks?: readonly Part[];
}

/** Loads what a document needs beyond the transforms of every chart. @throws where they cannot be loaded */
export async function loadTransforms(document: Spec): Promise<void> {
  // The types of documents are unions of all that may stand there.
  if (hasUnknown(document as Part)) await import('./rare-transforms.ts');
}

function hasUnknown({ data = [], transform = [], projections = [], marks = [] }: Part): boolean {
  const isUnknown = ({ type }: { type: string }) => !(type in transforms);
  return (
    (projections.length > 0 && isUnknown({ type: 'projection' })) ||
    transform.some(isUnknown) ||
    data.some((source) => source.transform?.some(isUnknown)) ||
    marks.some(hasUnknown)
  );
}
