import type { Enhancer } from "@client/enhance";
import { apiFetch, CallFailed } from "@client/http";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";

type PhoneResponse = { content: { phone_number: string } };

/** Replaces the button with the phone number, or shows an error, without leaving the page. */
export const enhancePhoneReveal: Enhancer = (element, texts) => {
  const form = element.querySelector("form");
  const listingId = form?.dataset.listing;
  if (!form || !listingId) throw new Error("not a phone number form");
  const button = form.querySelector("button");
  const error = document.createElement("p");
  error.setAttribute("role", "alert");
  form.append(error);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const token = new FormData(form).get(APP_CHECK_FIELD);
    const json = typeof token === "string" ? { [APP_CHECK_FIELD]: token } : {};
    error.textContent = "";
    if (button) button.disabled = true;
    apiFetch<PhoneResponse>(paths.apiListingPhone(listingId), { method: "POST", json })
      .then(({ content }) => element.replaceWith(createPhoneLink(content.phone_number)))
      .catch((failure) => {
        console.error("phone number not revealed", failure);
        const problem = failure instanceof CallFailed ? failure.problem : null;
        error.textContent = problem?.detail ?? texts.failed ?? "";
        if (button) button.disabled = false;
      });
  });
};

/** The same markup as the server's. The number gets the focus of the pressed button. */
function createPhoneLink(phone: string): HTMLElement {
  const link = Object.assign(document.createElement("a"), { href: `tel:${phone}` });
  link.textContent = formatPhone(phone);
  const status = Object.assign(document.createElement("p"), { className: "phone" });
  status.setAttribute("role", "status");
  status.append(link);
  queueMicrotask(() => link.focus());
  return status;
}
