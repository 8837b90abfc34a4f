import type { Enhancer } from "@client/enhance";

const ACTIONS = ["up", "down", "remove"] as const;
type Action = (typeof ACTIONS)[number];

/**
 * A list of text fields whose lines are added, moved and removed without a request. Without script its buttons send the
 * form. The element holds the list, a template of its line, a status line and the add button. In `words`, `{n}` is a
 * line's number, counted from 1.
 */
export const listField: Enhancer = (element, words) => {
  const list = element.querySelector("ol");
  const line = element.querySelector("template")?.content.firstElementChild;
  const status = element.querySelector('[role="status"]');
  const add = element.querySelector<HTMLButtonElement>('[name="intent"][value="add"]');
  if (!list || !line || !status || !add) throw new Error("not a list field");
  const said = (name: string, n: number) => (words[name] ?? "").replace("{n}", String(n));
  const lines = () => [...list.children] as HTMLElement[];
  const buttonOf = (item: Element, action: Action) =>
    item.querySelector<HTMLButtonElement>(`[value^="${action}:"]`);
  const inputOf = (item: Element) => item.querySelector("input");

  /** Numbers, names and ids as if the server had rendered the lines in this order. */
  const renumber = () => {
    const all = lines();
    const base = inputOf(line)?.id.replace(/-1$/, "");
    all.forEach((item, index) => {
      const input = inputOf(item);
      if (input) input.id = `${base}-${index + 1}`;
      input?.setAttribute("aria-label", said("row", index + 1));
      for (const action of ACTIONS) {
        const button = buttonOf(item, action);
        if (!button) continue;
        button.value = `${action}:${index}`;
        button.title = said(action, index + 1);
        const name = button.querySelector(".visually-hidden");
        if (name) name.textContent = button.title;
        button.hidden = (action === "up" && index === 0) || (action === "down" && index === all.length - 1);
      }
    });
    add.hidden = all.length >= Number(list.dataset.most);
  };

  const append = () => {
    const item = list.appendChild(document.importNode(line, true));
    renumber();
    inputOf(item)?.focus();
  };

  const move = (item: HTMLElement, action: "up" | "down", pressed: HTMLButtonElement) => {
    if (action === "up") item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    renumber();
    // At an end of the list the pressed button is hidden; focus the other one.
    const other = buttonOf(item, action === "up" ? "down" : "up");
    (pressed.hidden ? other : pressed)?.focus();
    status.textContent = said("moved", lines().indexOf(item) + 1);
  };

  const remove = (item: HTMLElement) => {
    const all = lines();
    const at = all.indexOf(item);
    const input = inputOf(item);
    if (all.length > 1) item.remove();
    else if (input) input.value = "";
    renumber();
    const next = lines()[Math.min(at, lines().length - 1)];
    if (next) inputOf(next)?.focus();
    status.textContent = words.removed ?? "";
  };

  element.addEventListener("click", (event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement>('[name="intent"]');
    if (!pressed) return;
    event.preventDefault();
    const item = pressed.closest<HTMLElement>("li");
    const action = pressed.value.split(":")[0] as Action | "add";
    if (!item) append();
    else if (action === "remove") remove(item);
    else if (action === "up" || action === "down") move(item, action, pressed);
  });
};
