import { isHint, withoutHints } from '@oriel/contract/app-markup';

type Method = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Keeps hints to connect, such as `<link rel=preconnect>`, out of an app: browsers follow them as soon as they are in
 * the page, whatever its policy. So no link ever gets such a `rel`: not by an attribute, and not from a parser. What
 * the page itself has is the server's to take out. Like {@link closeConnections} it is called before the app's first
 * script, and then uses nothing that a script could replace.
 */
export function closeHints(): void {
  const { apply } = Reflect;
  const { matches, querySelectorAll, getAttribute, removeAttribute } = Element.prototype;
  const { querySelectorAll: findInFragment } = DocumentFragment.prototype;
  const { querySelectorAll: findInDocument } = Document.prototype;
  const { item } = NodeList.prototype;
  const { toLowerCase } = String.prototype;
  const lengthOf = getterOf(NodeList.prototype, 'length');
  const typeOf = getterOf(Node.prototype, 'nodeType');
  const contentOf = getterOf(HTMLTemplateElement.prototype, 'content');
  const nameOf = getterOf(Attr.prototype, 'localName');
  const valueOf = getterOf(Attr.prototype, 'value');
  const parentOf = getterOf(Node.prototype, 'parentNode');
  const { ELEMENT_NODE, DOCUMENT_NODE, ATTRIBUTE_NODE } = Node;

  const isOfType = (node: unknown, type: number) => {
    try {
      return apply(typeOf, node, []) === type;
    } catch {
      return false;
    }
  };
  const isLink = (node: unknown) => isOfType(node, ELEMENT_NODE) && apply(matches, node, ['link']);
  const isRel = (name: unknown) => apply(toLowerCase, `${name}`, []) === 'rel';
  const isRelOfHint = (attribute: unknown) =>
    isOfType(attribute, ATTRIBUTE_NODE) &&
    isRel(apply(nameOf, attribute, [])) &&
    isHint(apply(valueOf, attribute, []) as string);
  const findIn = (root: Node, selector: string): NodeList => {
    if (isOfType(root, ELEMENT_NODE)) return apply(querySelectorAll, root, [selector]) as NodeList;
    return apply(isOfType(root, DOCUMENT_NODE) ? findInDocument : findInFragment, root, [
      selector,
    ]) as NodeList;
  };
  /** Takes hints out of what a parser has made and nothing has put into the page. */
  const disarm = (root: unknown): void => {
    if (typeof root !== 'object' || root === null) return;
    if (isOfType(root, ELEMENT_NODE) && apply(matches, root, ['template'])) disarm(contentOfTemplate(root));
    const found = findIn(root as Node, 'link[rel], template');
    for (let index = 0; index < (apply(lengthOf, found, []) as number); index += 1) {
      const node = apply(item, found, [index]) as Element;
      if (apply(matches, node, ['template'])) disarm(node);
      else if (isHint(apply(getAttribute, node, ['rel']) ?? '')) apply(removeAttribute, node, ['rel']);
    }
  };
  /** None for an element of another language that has the name. */
  const contentOfTemplate = (node: object): unknown => {
    try {
      return apply(contentOf, node, []);
    } catch {
      return undefined;
    }
  };

  const replace = (owner: object | undefined, name: string, make: (original: Method) => Method) => {
    const property = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (property?.value)
      Object.defineProperty(owner, name, { ...property, value: make(property.value as Method) });
  };
  const replaceSetter = (owner: object | undefined, name: string, make: (original: Method) => Method) => {
    const property = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (property?.set)
      Object.defineProperty(owner, name, {
        ...property,
        set: make(property.set as Method) as (value: unknown) => void,
      });
  };
  const replaceGetter = (owner: object, name: string) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    const get = property?.get;
    if (!get) return;
    Object.defineProperty(owner, name, {
      ...property,
      get(this: unknown) {
        const made: unknown = apply(get, this, []);
        if (isOfType(made, DOCUMENT_NODE)) disarm(made);
        return made;
      },
    });
  };

  // Attributes. A text is read once: it could be another one the next time.
  replace(
    Element.prototype,
    'setAttribute',
    (original) =>
      function (this: unknown, name, value) {
        const key = `${name}`;
        const text = `${value}`;
        if (isRel(key) && isLink(this) && isHint(text)) return undefined;
        return apply(original, this, [key, text]);
      },
  );
  replace(
    Element.prototype,
    'setAttributeNS',
    (original) =>
      function (this: unknown, namespace, name, value) {
        const key = `${name}`;
        const text = `${value}`;
        if (isRel(key) && isLink(this) && isHint(text)) return undefined;
        return apply(original, this, [namespace, key, text]);
      },
  );
  const withoutRel: (original: Method) => Method = (original) =>
    function (this: unknown, attribute) {
      return isRelOfHint(attribute) ? null : apply(original, this, [attribute]);
    };
  for (const name of ['setAttributeNode', 'setAttributeNodeNS']) replace(Element.prototype, name, withoutRel);
  for (const name of ['setNamedItem', 'setNamedItemNS']) replace(NamedNodeMap.prototype, name, withoutRel);
  const unlessRel: (original: Method) => Method = (original) =>
    function (this: unknown, value) {
      const text = value === null || value === undefined ? null : `${value}`;
      if (
        text === null ||
        !isOfType(this, ATTRIBUTE_NODE) ||
        !isRel(apply(nameOf, this, [])) ||
        !isHint(text)
      )
        apply(original, this, [text]);
    };
  replaceSetter(Attr.prototype, 'value', unlessRel);
  for (const name of ['nodeValue', 'textContent']) replaceSetter(Node.prototype, name, unlessRel);
  replaceSetter(
    HTMLLinkElement.prototype,
    'rel',
    (original) =>
      function (this: unknown, value) {
        const text = `${value}`;
        if (!isHint(text)) apply(original, this, [text]);
      },
  );
  // A list of its words that writes the attribute.
  Reflect.deleteProperty(HTMLLinkElement.prototype, 'relList');

  // Parsers. What they put into the page is looked at before, what they make besides behind them.
  const markup = (value: unknown) => (value === null ? '' : withoutHints(`${value}`));
  const readsMarkup: (original: Method) => Method = (original) =>
    function (this: unknown, value, options) {
      const root = apply(parentOf, this, []) ?? this;
      const made = apply(original, this, [markup(value), options]);
      disarm(root);
      return made;
    };
  const roots = [Element.prototype, ShadowRoot.prototype];
  for (const owner of roots) {
    for (const name of ['innerHTML', 'outerHTML']) replaceSetter(owner, name, readsMarkup);
    for (const name of ['setHTML', 'appendHTML', 'prependHTML']) replace(owner, name, readsMarkup);
  }
  for (const owner of [Element.prototype, CharacterData.prototype, DocumentType.prototype])
    for (const name of ['beforeHTML', 'afterHTML', 'replaceWithHTML']) replace(owner, name, readsMarkup);
  replace(
    Element.prototype,
    'insertAdjacentHTML',
    (original) =>
      function (this: unknown, place, value) {
        const root = apply(parentOf, this, []) ?? this;
        apply(original, this, [place, markup(value)]);
        disarm(root);
      },
  );
  const disarms: (original: Method) => Method = (original) =>
    function (this: unknown, ...values) {
      const made = apply(original, this, values);
      disarm(made);
      return made;
    };
  replace(Range.prototype, 'createContextualFragment', disarms);
  replace(DOMParser.prototype, 'parseFromString', disarms);
  replace(Document, 'parseHTML', disarms);
  for (const name of ['response', 'responseXML']) replaceGetter(XMLHttpRequest.prototype, name);
  replace(
    Document.prototype,
    'execCommand',
    (original) =>
      function (this: unknown, command, isShown, value) {
        const name = `${command}`;
        if (apply(toLowerCase, name, []) === 'inserthtml') return false;
        return apply(original, this, [name, isShown, value]);
      },
  );
  Reflect.deleteProperty(window, 'XSLTProcessor');
}

/** @throws a plain error for what is no property of the platform */
function getterOf(prototype: object, name: string): Method {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!getter) throw new Error(`The browser has no ${name}`);
  return getter as Method;
}
