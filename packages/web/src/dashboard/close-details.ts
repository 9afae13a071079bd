/** Closes a disclosure, and brings the focus back to what opened it where it would be lost with the content. */
export function closeDetails(details: HTMLDetailsElement | null): void {
  if (!details) return;
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus();
  details.removeAttribute('open');
}
