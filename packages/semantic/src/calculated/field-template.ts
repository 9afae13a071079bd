import type { Model } from '../model/definitions/model.ts';
import type { SqlTemplate, SqlTemplatePart } from '../model/sql-template/sql-template.ts';
import type { FieldPart } from './written-field.ts';

/** The cube that a field, or an aggregate in it, belongs to, and the join path to it. */
export interface FieldOwner {
  readonly cube: string;
  readonly path: readonly string[];
}

/** An aggregate of a field, under its name. */
interface PlacedAggregate {
  readonly owner: FieldOwner;
  readonly name: string;
}

/**
 * The cube that an expression is of: that of its scope, else the one that is nearest to the root of a view, for the
 * other cubes are joined to its rows. Undefined where it names no member.
 */
export function ownerOf(model: Model, scope: string, parts: readonly FieldPart[]): FieldOwner | undefined {
  const refs = parts.flatMap((part) => (part.kind === 'member' ? [part.ref] : []));
  const own = Object.hasOwn(model.views, scope) ? undefined : refs.find(({ cube }) => cube === scope);
  const [nearest] = refs.toSorted((a, b) => a.path.length - b.path.length);
  const found = own ?? nearest;
  return found && { cube: found.cube, path: found.path };
}

/** SQL of a cube, with every name resolved. */
export function toTemplate(
  parts: readonly FieldPart[],
  owner: FieldOwner,
  aggregates: readonly PlacedAggregate[] = [],
): SqlTemplate {
  const refer = (
    target: FieldOwner,
    member: string,
    more: { granularity?: string; as?: 'number' | 'text' },
  ): SqlTemplatePart => {
    const { granularity, as } = more;
    const isOwn = target.cube === owner.cube && target.path.join() === owner.path.join();
    return {
      kind: 'reference',
      path: [target.cube, member],
      isSql: false,
      target: {
        cube: target.cube,
        member,
        path: isOwn ? [] : target.path,
        ...(granularity !== undefined && { granularity }),
      },
      ...(as && { as }),
    };
  };
  return {
    location: { file: 'query', line: 1, column: 1 },
    parts: parts.map((part): SqlTemplatePart => {
      switch (part.kind) {
        case 'sql':
          return { kind: 'text', text: part.text };
        case 'value':
        case 'call':
          return part;
        case 'member':
          return refer(part.ref, part.ref.member.name, part);
        case 'aggregate': {
          const placed = aggregates[part.index];
          if (!placed) throw new Error('A formula refers to an aggregate that it does not have');
          return refer(placed.owner, placed.name, part.type === 'number' ? { as: 'number' } : {});
        }
        default:
          return part satisfies never;
      }
    }),
  };
}
