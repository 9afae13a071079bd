/** Reports the sizes that an element takes on; not the one that it has, which an observer would begin with. */
export function followSize(
  element: HTMLElement,
  onChange: (width: number, height: number) => void,
): () => void {
  let known = `${element.clientWidth} ${element.clientHeight}`;
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = element;
    if (`${clientWidth} ${clientHeight}` === known) return;
    known = `${clientWidth} ${clientHeight}`;
    onChange(clientWidth, clientHeight);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
