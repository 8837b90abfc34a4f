import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { severalEnquiriesSchema, severalGuestEnquiriesSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { sendEnquiry } from "../sending/send-enquiry";
import {
  type EnquiryResult,
  type GuestInput,
  type SentGuestEnquiries,
  sendGuestEnquiries,
} from "../sending/send-guest-enquiries";

export type SeveralInput = GuestInput & {
  listingIds: unknown;
  /** A text that identifies the form or call of an account: sent twice, it creates one enquiry for each listing. */
  submissionId?: string | undefined;
};

export type SentSeveralEnquiries = {
  guest: Pick<SentGuestEnquiries, "email" | "isConfirmed"> | null;
  results: EnquiryResult[];
};

/**
 * Sends one message to the teachers of several listings, each as an enquiry of its own that counts toward the limits.
 * A listing that refuses does not affect the others. Guests confirm all enquiries by one mailed link, unless
 * `addressProof` proves their address; `guest` is null for accounts. Refuses `invalid` and `forbidden`
 * (`email_unverified`, `app_check`) as a whole.
 */
export async function sendSeveralEnquiries(
  ctx: Ctx,
  { listingIds, submissionId, message, name, email, appCheck, addressProof }: SeveralInput,
): Promise<Result<SentSeveralEnquiries>> {
  const { user } = ctx;
  if (!user) {
    const checked = validate(severalGuestEnquiriesSchema, { message, name, email, listing_ids: listingIds });
    if (!checked.ok) return checked;
    const sent = await sendGuestEnquiries(ctx, checked.value.listing_ids, {
      ...checked.value,
      appCheck,
      ...(addressProof === undefined ? {} : { addressProof }),
    });
    return sent.ok ? ok({ guest: sent.value, results: sent.value.results }) : sent;
  }
  if (!user.emailVerified) return refuse("forbidden", { reason: "email_unverified" });
  const checked = validate(severalEnquiriesSchema, { message, listing_ids: listingIds });
  if (!checked.ok) return checked;
  const results: EnquiryResult[] = [];
  // In order, so that the first listings are sent if the limit allows only some.
  for (const listingId of checked.value.listing_ids) {
    const enquiryId = submissionId ? computeEnquiryId(ctx, user.id, listingId, submissionId) : undefined;
    const result = await sendEnquiry(ctx, listingId, {
      message: checked.value.message,
      submissionId: enquiryId,
    });
    results.push({ listingId, result });
  }
  return ok({ guest: null, results });
}

const computeEnquiryId = (ctx: Ctx, userId: string, listingId: string, submissionId: string): string =>
  hashToId(keyedHash(ctx, "enquiry of several", JSON.stringify([userId, listingId, submissionId])));
