/** The elements directly below one, in their order. */
export function childElements(parent: Element): Element[] {
  const children: Element[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    // An element by its node type.
    if (node.nodeType === 1) children.push(node as Element);
  }
  return children;
}

/** The elements directly below one with a name in a namespace. */
export function childrenNamed(parent: Element, namespace: string, name: string): Element[] {
  return childElements(parent).filter((child) => isNamed(child, namespace, name));
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** An element and all below it, in the order of the document. */
export function elementsOf(root: Element): Element[] {
  const found: Element[] = [];
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    found.push(element);
    open.push(...childElements(element).toReversed());
  }
  return found;
}

/** The text of an element without the space around it; empty for none. */
export function textOf(element: Element | undefined): string {
  return element?.textContent?.trim() ?? '';
}

/** An attribute without a namespace; undefined where it is not there. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
