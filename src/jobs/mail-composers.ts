import { composeAlertDigest } from "@/features/alerts";
import { composeOffer } from "@/features/enquiries";
import { composeRequestDigest } from "@/features/requests";

/** The composers of mail that is composed when it is delivered, by template. */
export const MAIL_COMPOSERS = {
  alert_digest: composeAlertDigest,
  enquiry_offer: composeOffer,
  request_digest: composeRequestDigest,
};
