/** What may stand inside an element. Strings become text, never markup; absent things leave nothing. */
export type Child = Node | string | number | null | undefined | false;

/** Attributes by name. `true` is an empty attribute; false and undefined leave it out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element. The only way in which this page makes any: data cannot become markup or script. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...present(children));
  return made;
}

/** Makes a button that does something. */
export function button(
  label: string | readonly Child[],
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const children = typeof label === "string" ? [label] : label;
  const made = element("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", onClick);
  return made;
}

export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Replaces what is inside an element. */
export function fill(target: Element, ...children: readonly Child[]): void {
  target.replaceChildren(...present(children));
}

/** What {@link reconcile} has to know of a list. */
export interface Keyed<Item> {
  readonly key: (item: Item) => string;
  /** Changes when the item has to be drawn again. */
  readonly version: (item: Item) => string;
  readonly draw: (item: Item) => HTMLElement;
}

/**
 * Makes the children of `target` those of `items`, in order, and leaves alone the ones that did not change, so that
 * focus, selection and open details survive a refresh. `drawn` remembers the elements between calls.
 */
export function reconcile<Item>(
  target: Element,
  items: readonly Item[],
  drawn: Map<string, { version: string; element: HTMLElement }>,
  { key, version, draw }: Keyed<Item>,
): void {
  const before = new Map(drawn);
  drawn.clear();
  let next: Element | null = target.firstElementChild;
  for (const item of items) {
    const id = key(item);
    const old = before.get(id);
    const wanted = version(item);
    const current = old?.version === wanted ? old : { version: wanted, element: draw(item) };
    if (old !== undefined && current !== old) {
      if (old.element === next) next = current.element;
      replace(old.element, current.element);
    }
    drawn.set(id, current);
    if (current.element === next) next = next.nextElementSibling;
    else target.insertBefore(current.element, next);
  }
  while (next !== null) {
    const following: Element | null = next.nextElementSibling;
    next.remove();
    next = following;
  }
}

/** Puts an element in the place of another; if the focus was inside, it stays at the same control. */
function replace(old: HTMLElement, made: HTMLElement): void {
  const controls = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>("a, button")];
  const focused = controls(old).findIndex((control) => control === document.activeElement);
  old.replaceWith(made);
  if (focused >= 0) controls(made)[focused]?.focus();
}

function present(children: readonly Child[]): (Node | string)[] {
  return children
    .filter((child): child is Node | string | number => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child));
}
