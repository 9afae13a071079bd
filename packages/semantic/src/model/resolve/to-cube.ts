import type { CubeDefinition } from '../definitions/definitions.ts';
import { byName } from '../definitions/empty-record.ts';
import { linkDimensions } from './link-dimensions.ts';
import type { Problems } from '../files/model-file.ts';
import type { Cube, Dimension, Measure, Member, Segment } from '../definitions/model.ts';
import { resolvePolicies } from './resolve-policies.ts';
import { refuseSameNames } from './same-names.ts';

/** A cube with what its author has left out, from a definition that has all that it inherits. */
export function toCube(definition: CubeDefinition, problems: Problems): Cube {
  const { parent: _parent, stated: _stated, source, dataSource, ...rest } = definition;
  const written = definition.members;
  const links = written.flatMap((member) => (member.kind === 'dimension' ? linkDimensions(member) : []));
  const members = [...written, ...links];
  refuseSameNames(
    [...members, ...definition.hierarchies, ...definition.preAggregations],
    'member of a cube',
    problems,
  );
  const named = <M extends Member>(kind: M['kind']) =>
    byName(members.filter((member): member is M => member.kind === kind));
  const dimensions = named<Dimension>('dimension');
  const { members: _members, ...described } = rest;
  return {
    ...described,
    source: source ?? {
      kind: 'table',
      sql: { location: definition.location, parts: [{ kind: 'text', text: definition.name }] },
    },
    dataSource: dataSource ?? 'default',
    dimensions,
    measures: named<Measure>('measure'),
    segments: named<Segment>('segment'),
    policies: resolvePolicies(definition.policies, Object.values(dimensions)),
    primaryKey: Object.values(dimensions)
      .filter((dimension) => dimension.isPrimaryKey)
      .map(({ name }) => name),
  };
}
