import type { Model, ModelMember } from './model-members.ts';

/** Members as groups of a choice: by the view or cube that has them, under its title. */
export function memberChoices(
  model: Model,
  accepts: (member: ModelMember) => boolean,
): { group: string; items: { value: string; label: string }[] }[] {
  return model.sources.flatMap(({ title, members }) => {
    const items = members.filter(accepts).map(({ name, title: label }) => ({ value: name, label }));
    return items.length > 0 ? [{ group: title, items }] : [];
  });
}
