/**
 * Copies a text. A page in a frame has the clipboard by its own API only where the page around it says so; by the
 * command of the browser it has it in answer to a click.
 *
 * @returns whether it is copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** What has the focus keeps it. */
function copyByCommand(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', put, { capture: true, once: true });
  try {
    // There is no other way that a frame may take without the page around it.
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', put, { capture: true });
  }
}
