const YAML = /\.ya?ml(\.jinja)?$/i;
const TEMPLATE = /\.jinja$/i;

/** Whether a file may be one of a model, by its name: YAML, or a template of YAML (`.yml.jinja`). */
export function isModelPath(path: string): boolean {
  return YAML.test(path);
}

/** Whether a file is a template by its name, whatever stands in it. */
export function isTemplatePath(path: string): boolean {
  return TEMPLATE.test(path);
}
