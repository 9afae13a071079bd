import { ContextObject } from './context-object.ts';
import type { JinjaValue } from './values/jinja-library.ts';
import { TEMPLATE_LIMITS as LIMITS } from './values/template-limits.ts';

interface Weight {
  readonly weight: number;
  /** What a namespace holds may become more. */
  readonly isFixed: boolean;
}

/** Weighs values by what they come to when they are written out or compared; of one rendering. */
export function createWeights() {
  const known = new WeakMap<object, Weight>();

  /** Lists that hold the same lists again and again are small until they are written out or compared. */
  const weigh = (value: JinjaValue): Weight => {
    const content = value.value;
    if (typeof content === 'string') return { weight: Math.max(1, content.length), isFixed: true };
    if (content instanceof ContextObject) return { weight: LIMITS.contextWeight, isFixed: true };
    if (!Array.isArray(content) && !(content instanceof Map)) return { weight: 1, isFixed: true };
    const found = known.get(value);
    if (found) return found;
    let [weight, isFixed] = [1, value.type !== 'NamespaceValue'];
    for (const item of content.values()) {
      const part = weigh(item as JinjaValue); // as the library holds what is in a list
      weight += part.weight;
      isFixed &&= part.isFixed;
      if (weight > LIMITS.textLength) throw new Error('it makes too much of lists');
    }
    if (isFixed) known.set(value, { weight, isFixed });
    return { weight, isFixed };
  };

  /** @throws where a list or an object is too large to be written out */
  return (value: JinjaValue): number => weigh(value).weight;
}
