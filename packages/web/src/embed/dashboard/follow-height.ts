/**
 * Tells how high a page has to be to show all of an element, whenever that changes: the element itself may be as high
 * as the window. What stands above it, and the room that is kept below it, count. Ends with the page.
 *
 * @param element its children lie in the flow, one below the other
 */
export function followHeight(element: Element, onHeight: (height: number) => void): void {
  let told = 0;
  const around = [element, ...ancestorsOf(element)];
  const measure = () => {
    const bottoms = [...element.children].map((child) => child.getBoundingClientRect().bottom);
    const bottom = Math.max(element.getBoundingClientRect().top, ...bottoms) + window.scrollY;
    const height = Math.ceil(bottom + around.reduce((sum, each) => sum + roomBelow(each), 0));
    if (height === told) return;
    told = height;
    onHeight(height);
  };
  const sizes = new ResizeObserver(measure);
  const observe = () => {
    sizes.disconnect();
    for (const child of element.children) sizes.observe(child);
    // The room below is theirs.
    for (const each of around) sizes.observe(each);
    measure();
  };
  new MutationObserver(observe).observe(element, { childList: true });
  observe();
}

function roomBelow(element: Element): number {
  const { paddingBottom, marginBottom, borderBottomWidth } = getComputedStyle(element);
  return [paddingBottom, marginBottom, borderBottomWidth].reduce(
    (sum, length) => sum + (Number.parseFloat(length) || 0),
    0,
  );
}

function ancestorsOf({ parentElement }: Element): Element[] {
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
