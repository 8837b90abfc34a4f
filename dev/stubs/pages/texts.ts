/** Texts of the hosted payment page, in the site's two languages. */
export type PayTexts = {
  title: string;
  standIn: string;
  pay: string;
  decline: string;
  later: string;
  expire: string;
  back: string;
  email: string;
  card: string;
  expiry: string;
  cvc: string;
  name: string;
  quantity: string;
  total: string;
  declined: string;
  invalidCard: string;
  invalidExpiry: string;
  paid: string;
  processing: string;
  failed: string;
  expired: string;
  succeed: string;
  fail: string;
  toShop: string;
};

const en: PayTexts = {
  title: "Payment",
  standIn: "This is a local stub of Stripe. You are not charged.",
  pay: "Pay",
  decline: "Decline the card",
  later: "Pay later",
  expire: "Expire the session",
  back: "Go back",
  email: "Email",
  card: "Card number",
  expiry: "Expiry (MM/YY)",
  cvc: "Security code",
  name: "Name on the card",
  quantity: "Quantity",
  total: "Total",
  declined: "Your card was declined. Nothing was charged; you can try again.",
  invalidCard: "The card number is not valid.",
  invalidExpiry: "The expiry date is not valid or has passed.",
  paid: "The payment is complete.",
  processing: "The payment is being processed. Choose the outcome:",
  failed: "The payment failed.",
  expired: "This payment session has expired.",
  succeed: "Let the payment succeed",
  fail: "Let the payment fail",
  toShop: "Return to the site",
};

const ro: PayTexts = {
  title: "Plată",
  standIn: "Pagină de test care ține locul Stripe. Nu se încasează nimic.",
  pay: "Plătiți",
  decline: "Refuzați cardul",
  later: "Plătiți mai târziu",
  expire: "Expirați sesiunea",
  back: "Înapoi",
  email: "E-mail",
  card: "Numărul cardului",
  expiry: "Expiră la (LL/AA)",
  cvc: "Cod de securitate",
  name: "Numele de pe card",
  quantity: "Cantitate",
  total: "Total",
  declined: "Cardul a fost refuzat. Nu s-a încasat nimic; puteți încerca din nou.",
  invalidCard: "Numărul cardului nu este valid.",
  invalidExpiry: "Data expirării nu este validă sau a trecut.",
  paid: "Plata este încheiată.",
  processing: "Plata este în curs. Alegeți rezultatul:",
  failed: "Plata nu a reușit.",
  expired: "Sesiunea de plată a expirat.",
  succeed: "Plata reușește",
  fail: "Plata eșuează",
  toShop: "Înapoi la site",
};

/** `locale` of the session. With "auto" or without a locale, the browser's languages decide, as at Stripe. */
export function payTexts(
  locale: string | null,
  acceptLanguage: string | undefined,
): { lang: "en" | "ro"; texts: PayTexts } {
  const wanted = locale === null || locale === "auto" ? (acceptLanguage ?? "") : locale;
  return /^ro\b/i.test(wanted.trim()) ? { lang: "ro", texts: ro } : { lang: "en", texts: en };
}
