import type { Enhancer } from "@client/enhance";
import { apiFetch, CallFailed } from "@client/http";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";

type Revealed = { content: { phone_number: string } };

/** Puts the number in the place of its button, without leaving the page. What fails is said there as well. */
export const enhancePhoneReveal: Enhancer = (element, words) => {
  const form = element.querySelector("form");
  const listingId = form?.dataset.listing;
  if (!form || !listingId) throw new Error("not a form that asks for a phone number");
  const button = form.querySelector("button");
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  form.append(said);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const token = new FormData(form).get(APP_CHECK_FIELD);
    const json = typeof token === "string" ? { [APP_CHECK_FIELD]: token } : {};
    said.textContent = "";
    if (button) button.disabled = true;
    apiFetch<Revealed>(paths.apiListingPhone(listingId), { method: "POST", json })
      .then(({ content }) => element.replaceWith(numberOf(content.phone_number)))
      .catch((error) => {
        console.error("phone number not revealed", error);
        const problem = error instanceof CallFailed ? error.problem : null;
        said.textContent = problem?.detail ?? words.failed ?? "";
        if (button) button.disabled = false;
      });
  });
};

/** Matches the server's markup. The number takes the focus of the pressed button. */
function numberOf(phone: string): HTMLElement {
  const link = Object.assign(document.createElement("a"), { href: `tel:${phone}` });
  link.textContent = formatPhone(phone);
  const place = Object.assign(document.createElement("p"), { className: "phone" });
  place.setAttribute("role", "status");
  place.append(link);
  queueMicrotask(() => link.focus());
  return place;
}
