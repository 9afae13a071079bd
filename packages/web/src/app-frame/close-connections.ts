/** What could have a window of its own inside of an app. */
const FRAMES = 'iframe, frame, object, embed, fencedframe';

/**
 * The methods that make shadow trees of markup, or read markup bit by bit. Browsers have some of them, and get others:
 * they are known by their names.
 */
const UNWATCHED = [
  ...[Element, ShadowRoot, Document, DocumentFragment, CharacterData, DocumentType]
    .flatMap((owner) => [owner, owner.prototype] as object[])
    .flatMap((owner) =>
      Object.getOwnPropertyNames(owner)
        .filter((name) => /HTMLUnsafe$|^stream.*HTML/.test(name))
        .map((name) => ({ owner, name })),
    ),
  ...['write', 'writeln'].map((name) => ({ owner: Document.prototype, name })),
];

/**
 * Takes connections between browsers from an app: the one way out that no content security policy closes. A frame
 * within the app would have a window with connections of its own, so none stays in the page: what is inserted is taken
 * out before it can run anything. It is called before the app's first script, and then uses nothing that a later script
 * could replace.
 *
 * Where the browser knows `Connection-Allowlist`, it refuses connections by itself, whatever window asks for them.
 */
export function closeConnections(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name);
  const { apply } = Reflect;
  const { create } = Object;
  const { matches, querySelectorAll, remove, attachShadow } = Element.prototype;
  const { item } = NodeList.prototype;
  const { observe } = MutationObserver.prototype;
  const Observer = MutationObserver;
  const element = Node.ELEMENT_NODE;
  const typeOf = getterOf<number>(Node.prototype, 'nodeType');
  const addedOf = getterOf<NodeList>(MutationRecord.prototype, 'addedNodes');
  const lengthOf = getterOf<number>(NodeList.prototype, 'length');

  const forEachElement = (nodes: NodeList, work: (node: Element) => void) => {
    for (let index = 0; index < apply(lengthOf, nodes, []); index += 1) {
      const node = apply(item, nodes, [index]);
      // What is no element has no frame in it.
      if (node && apply(typeOf, node, []) === element) work(node as Element);
    }
  };
  const takeOut = (node: Element) => apply(remove, node, []);
  const takeOutWithin = (node: Element) => {
    if (apply(matches, node, [FRAMES])) takeOut(node);
    else forEachElement(apply(querySelectorAll, node, [FRAMES]), takeOut);
  };
  const watch = (root: Node) => {
    const observer = new Observer((records) => {
      for (let index = 0; index < records.length; index += 1)
        forEachElement(apply(addedOf, records[index], []), takeOutWithin);
    });
    apply(observe, observer, [root, { childList: true, subtree: true }]);
  };

  // They make shadow trees of markup, which nothing could watch.
  for (const { owner, name } of UNWATCHED) Reflect.deleteProperty(owner, name);
  watch(document);
  Object.defineProperty(Element.prototype, 'attachShadow', {
    value(this: Element, options: ShadowRootInit): ShadowRoot {
      // A copy of its host would have a copy of the tree, which nothing watches.
      const root = apply(attachShadow, this, [create(options, { clonable: { value: false } })]);
      watch(root);
      return root;
    },
  });
}

/** @throws a plain error for what is no property of the platform */
function getterOf<Value>(prototype: object, name: string): (this: unknown) => Value {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!getter) throw new Error(`The browser has no ${name}`);
  return getter as (this: unknown) => Value;
}
