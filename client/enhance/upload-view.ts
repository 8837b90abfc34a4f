export type Words = Readonly<Record<string, string>>;
export type Action = "pause" | "resume" | "cancel";

/** What the words speak of: the file, and how much of it has gone. */
export type Subject = { name: string; percent: number };

/** What a form with a file shows of an upload: its progress, what is said of it, and what can be done. */
export function createUploadView(element: HTMLElement, words: Words) {
  const find = <T extends Element>(selector: string): T => {
    const found = element.querySelector<T>(selector);
    if (!found) throw new Error(`not a form for uploads: ${selector}`);
    return found;
  };
  const box = find<HTMLElement>("[data-upload]");
  const bar = find<HTMLProgressElement>("progress");
  const status = find<HTMLElement>('[role="status"]');
  const buttons = [...element.querySelectorAll<HTMLButtonElement>("[data-action]")];

  const tell = (text: string) => {
    // Each change is read aloud, so nothing is said twice.
    if (status.textContent !== text) status.textContent = text;
  };
  return {
    input: find<HTMLInputElement>('input[type="file"]'),
    /** The form's own button, for which there is no need where a choice is enough. */
    plain: find<HTMLElement>("[data-plain]"),
    tell,
    say: (key: string, subject: Subject) => tell(fill(words[key], subject)),
    /** Null while nobody knows. */
    progress(percent: number | null): void {
      if (percent === null) bar.removeAttribute("value");
      else bar.value = percent;
    },
    /** Shows the progress with these buttons; without any, neither. */
    offer(...actions: readonly Action[]): void {
      box.hidden = actions.length === 0;
      for (const button of buttons) button.hidden = !actions.includes(button.dataset.action as Action);
    },
    onAction(act: Record<Action, () => void>): void {
      for (const button of buttons) {
        button.addEventListener("click", () => act[button.dataset.action as Action]());
      }
    },
  };
}

export const fill = (text = "", { name, percent }: Subject): string =>
  text.replace("{name}", () => name).replace("{percent}", String(percent));
