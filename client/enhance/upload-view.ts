export type UploadMessages = Readonly<Record<string, string>>;
export type Action = "pause" | "resume" | "cancel";

/** What the words speak of: the file, and how much of it has gone. */
export type UploadSubject = { name: string; percent: number };

/** What a form with a file shows of an upload: its progress, what is said of it, and what can be done. */
export function createUploadView(element: HTMLElement, words: UploadMessages) {
  const find = <T extends Element>(selector: string): T => {
    const found = element.querySelector<T>(selector);
    if (!found) throw new Error(`not a form for uploads: ${selector}`);
    return found;
  };
  const box = find<HTMLElement>("[data-upload]");
  const bar = find<HTMLProgressElement>("progress");
  const status = find<HTMLElement>('[role="status"]');
  const input = find<HTMLInputElement>('input[type="file"]');
  const buttons = [...element.querySelectorAll<HTMLButtonElement>("[data-action]")];
  const blame = createBlame(input, find<HTMLTemplateElement>("template"));
  /** Whether the focused part has disappeared, so that the focus moves to its replacement. */
  let astray = false;

  const tell = (text: string) => {
    // Each change is read aloud, so nothing is said twice.
    if (status.textContent !== text) status.textContent = text;
  };
  return {
    input,
    /** The form's own button, for which there is no need where a choice is enough. */
    plain: find<HTMLElement>("[data-plain]"),
    say(key: string, subject: UploadSubject): void {
      blame(null);
      tell(fill(words[key], subject));
    },
    /** Shows an error of the picture or its upload, as the form without script does. */
    refuse(text: string): void {
      tell("");
      blame(text);
    },
    /** Null while the progress is unknown. */
    progress(percent: number | null): void {
      if (percent === null) bar.removeAttribute("value");
      else bar.value = percent;
    },
    /** No other file is taken while one goes. */
    lock(): void {
      astray = document.activeElement === input;
      input.disabled = true;
    },
    unlock(): void {
      input.disabled = false;
    },
    /** Shows the progress with these buttons; without any, neither. */
    offer(...actions: readonly Action[]): void {
      const here = document.activeElement;
      const shown = (button: HTMLButtonElement) => actions.includes(button.dataset.action as Action);
      if (buttons.some((button) => button === here && !shown(button))) astray = true;
      else if (here !== null && here !== document.body && here !== input) astray = false;
      box.hidden = actions.length === 0;
      for (const button of buttons) button.hidden = !shown(button);
      if (!astray) return;
      astray = false;
      (buttons.find(shown) ?? input).focus();
    },
    onAction(act: Record<Action, () => void>): void {
      for (const button of buttons) {
        button.addEventListener("click", () => act[button.dataset.action as Action]());
      }
    },
  };
}

/** Shows an error at a field, and read aloud, as `FieldError` would; `template` holds one. Null takes it away. */
function createBlame(input: HTMLInputElement, template: HTMLTemplateElement) {
  const field = input.closest(".field");
  const model = template.content.firstElementChild;
  if (!field || !model) throw new Error("not a field with a model of its error");
  return (text: string | null) => {
    document.getElementById(model.id)?.remove();
    const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== model.id);
    const ids = text === null ? others : [...others, model.id];
    input.setAttribute("aria-describedby", ids.join(" ").trim());
    field.classList.toggle("field--invalid", text !== null);
    if (text === null) return input.removeAttribute("aria-invalid");
    input.setAttribute("aria-invalid", "true");
    const error = model.cloneNode(true) as HTMLElement;
    error.setAttribute("role", "alert");
    error.append(text);
    input.before(error);
  };
}

export const fill = (text = "", { name, percent }: UploadSubject): string =>
  text.replace("{name}", () => name).replace("{percent}", String(percent));
