import type { Model, ModelMember } from './model-members.ts';

/** Dimensions as groups of a choice: by the view or cube that has them, under its title. */
export function dimensionChoices(
  model: Model,
  accepts: (dimension: ModelMember) => boolean = () => true,
): { group: string; items: { value: string; label: string }[] }[] {
  return model.sources.flatMap(({ title, members }) => {
    const items = members
      .filter((member) => member.kind === 'dimension' && accepts(member))
      .map(({ name, title: label }) => ({ value: name, label }));
    return items.length > 0 ? [{ group: title, items }] : [];
  });
}
