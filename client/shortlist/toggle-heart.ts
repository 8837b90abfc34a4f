import { postForm } from "@client/http/post-form";

/** Requests one after the other: each response sets the cookie that the next one needs. */
let lastRequest: Promise<unknown> = Promise.resolve();
const busy = new Set<string>();

/**
 * Adds the button's listing to the shortlist or removes it, and updates the page. The button changes immediately.
 * @throws if the server refused; the button is then as before
 */
export async function toggleHeart(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { formAction, value } = button;
  if (busy.has(formAction)) return;
  busy.add(formAction);
  const isAdded = value === "add";
  const setPressed = (isPressed: boolean) => {
    for (const heart of listHearts(form, formAction)) heart.setAttribute("aria-pressed", String(isPressed));
  };
  setPressed(isAdded);
  try {
    const data = new FormData(form, button);
    const request = lastRequest.then(() => postForm(formAction, data));
    lastRequest = request.catch(() => {});
    await request;
  } catch (error) {
    setPressed(!isAdded);
    throw error;
  } finally {
    busy.delete(formAction);
  }
  for (const heart of listHearts(form, formAction)) heart.value = isAdded ? "remove" : "add";
  showCount(isAdded ? 1 : -1);
}

/** The page may have the listing's heart several times. Parts of the page may have been replaced meanwhile. */
const listHearts = (form: HTMLFormElement, formAction: string): HTMLButtonElement[] =>
  [...document.querySelectorAll<HTMLButtonElement>(`button[form="${form.id}"]`)].filter(
    (heart) => heart.formAction === formAction,
  );

function showCount(difference: number): void {
  const count = document.querySelector("[data-shortlist-count]");
  if (!count) return;
  const sum = Math.max(0, Number(count.textContent) + difference);
  count.textContent = sum === 0 ? "" : String(sum);
}
