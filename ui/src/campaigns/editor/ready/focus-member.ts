// Leads to the field where something is mended.

/** Scrolls to the field with this `data-member` and puts the cursor into it. */
export function focusMember(member: string): void {
  const place = document.querySelector<HTMLElement>(`[data-member="${member}"]`);
  if (!place) return;
  const inner = place.matches('input, button, textarea')
    ? place
    : place.querySelector<HTMLElement>('.cm-content, input:not([type="file"]), textarea, button');
  place.scrollIntoView({ block: 'center' });
  inner?.focus({ preventScroll: true });
}
