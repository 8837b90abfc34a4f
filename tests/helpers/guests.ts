import { eq } from "drizzle-orm";
import { enquiries } from "@/db/schema";
import { paths } from "@/shared/paths";
import { type Actor, app, db } from "./app";
import { createListing, createTeacher, mailsTo, signIn } from "./factories";

/** Settings with which the app check refuses visitors without a token. */
export const WITH_APP_CHECK = {
  TURNSTILE_SITE_KEY: "site-key",
  TURNSTILE_SECRET_KEY: "secret-key",
  TURNSTILE_VERIFY_URL: "https://turnstile.test/siteverify",
};

let guests = 0;
let visits = 0;
/** A unique email address. */
export const newGuestEmail = () => `oaspete${++guests}@mailuri.test`;

/** A teacher with the locale ro and a visible listing. */
export async function publishListing() {
  const teacher = await createTeacher({ locale: "ro" });
  return { teacher, listing: await createListing(teacher), asTeacher: await signIn(teacher) };
}

export type GuestForm = {
  message?: string;
  name?: string;
  email: string;
  remember?: string;
  asked_email?: string;
  kept_email?: string;
};

/** Sends the listing page's form as a guest, each time from another network, or from `from`, with the cookies of `as`. */
export const writeAsGuest = (
  listingId: string,
  { message = "Bună ziua! Mai aveți locuri?", name = "Ilinca", ...form }: GuestForm,
  {
    locale = "",
    from = `2001:db8:0:${(++visits).toString(16)}::1`,
    as,
  }: { locale?: string; from?: string; as?: Actor } = {},
) =>
  app.post(`${locale}${paths.enquire(listingId)}`, {
    form: { message, name, adult: "1", ...form },
    headers: { "cf-connecting-ip": from },
    ...(as ? { as } : {}),
  });

/** The newest link mailed to a guest: the enquiry and its token. */
export async function findGuestLink(email: string) {
  const mail = (await mailsTo(email)).findLast(({ text }) => text.includes("?token="));
  const [, path = "", id = "", token = ""] =
    mail?.text.match(/(\/(?:ro\/)?enquiries\/([0-9a-z]{16})\?token=([\w.-]+))/) ?? [];
  return { path, id, token };
}

/** Submits the page of the mailed link, in the browser with the cookies of `as`. */
export async function confirmAsGuest(email: string, as?: Actor) {
  const { id, token } = await findGuestLink(email);
  const answer = await app.post(paths.enquiry(id), { form: { token }, ...(as ? { as } : {}) });
  return { id, token, answer };
}

/** The page after sending, to which the answer to a guest's form redirects, in a browser with only its cookies. */
export function openMailbox(
  answer: Response,
  path = answer.headers.get("location") ?? "",
): Promise<Response> {
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return app.get(path, { headers: { cookie } });
}

/** The sender's tokens of the page after sending, whose forms all have them. */
export const listSenderTokens = (page: string): string[] => [
  ...new Set([...page.matchAll(/name="token" value="([^"]+)"/g)].map(([, token]) => token ?? "")),
];

/** The id of the conversation to which the answer to a form redirects. */
export const readEnquiryId = (answer: Response): string =>
  answer.headers.get("location")?.match(/\/enquiries\/([0-9a-z]{16})/)?.[1] ?? "";

export const findEnquiry = async (id: string) =>
  (await db.select().from(enquiries).where(eq(enquiries.id, id)))[0];

/** An unconfirmed enquiry of a guest, with the link that was mailed. */
export async function createGuestEnquiry() {
  const published = await publishListing();
  const email = newGuestEmail();
  await writeAsGuest(published.listing.id, { email, message: "Prima întrebare" });
  return { ...published, email, ...(await findGuestLink(email)) };
}
