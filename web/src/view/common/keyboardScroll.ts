/** Let the keyboard reach an element that scrolls, while its content is higher than it: attached with `{@attach}`. */
export function keyboardScroll(element: HTMLElement): () => void {
  const settle = (): void => {
    if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  const resized = new ResizeObserver(settle);
  // Told after the next layout, as every new observation is: to measure at once would lay out the page for it.
  const settleInFrame = (): void => {
    resized.unobserve(element);
    resized.observe(element);
  };
  const changed = new MutationObserver(settleInFrame);
  resized.observe(element);
  changed.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
    element.removeAttribute("tabindex");
  };
}
