/**
 * What a path of a patch names: `emails[type eq "work"].value` is the part `value` of the attribute `emails`, as far as
 * the filter goes.
 */
interface PatchPath {
  readonly attribute: string;
  readonly filter: string | undefined;
  readonly part: string | undefined;
}

const PATH = /^([\w$-]+)(?:\[(.+)\])?(?:\.([\w$-]+))?$/;

/**
 * Reads a path without the URN of a schema; one that is none names an attribute that there is not.
 * @see RFC 7644, section 3.5.2
 */
export function readPatchPath(path: string): PatchPath {
  const [, attribute = '', filter, part] = PATH.exec(path) ?? [];
  return { attribute, filter, part };
}
