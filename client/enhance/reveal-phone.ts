import type { Enhancer } from "@client/enhance";
import { apiFetch, CallFailed } from "@client/http";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { paths } from "@/shared/paths";
import { formatPhone, toWhatsAppUrl } from "@/shared/phone";
import type { RevealedPhoneResponse } from "@/shared/schemas/enquiry";

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
    apiFetch<RevealedPhoneResponse>(paths.apiListingPhone(listingId), { method: "POST", json })
      .then(({ content }) => element.replaceWith(createPhone(content, texts.call ?? "")))
      .catch((failure) => {
        console.error("phone number not revealed", failure);
        const problem = failure instanceof CallFailed ? failure.problem : null;
        error.textContent = problem?.detail ?? texts.failed ?? "";
        if (button) button.disabled = false;
      });
  });
};

/** The same markup as the server's. The first link gets the focus of the pressed button. */
function createPhone(
  { phone_number: phone, whatsapp }: RevealedPhoneResponse["content"],
  call: string,
): HTMLElement {
  const number = document.createElement("p");
  number.textContent = formatPhone(phone);
  const status = Object.assign(document.createElement("div"), { className: "phone" });
  status.setAttribute("role", "status");
  const addLink = (href: string, label: string) => {
    const link = Object.assign(document.createElement("a"), { href, className: "button button--secondary" });
    link.textContent = label;
    status.append(link);
    return link;
  };
  status.append(number);
  const first = addLink(`tel:${phone}`, call);
  if (whatsapp) addLink(toWhatsAppUrl(phone), "WhatsApp");
  queueMicrotask(() => first.focus());
  return status;
}
