import { composeAlertDigest } from "@/features/alerts";
import { composeMessages, composeOffer, composeTeacherLeft } from "@/features/enquiries";
import { composeRequestDigest } from "@/features/requests";

/** The composers of mail that is composed when it is delivered, by template. */
export const MAIL_COMPOSERS = {
  alert_digest: composeAlertDigest,
  enquiry_message: composeMessages,
  enquiry_offer: composeOffer,
  enquiry_teacher_left: composeTeacherLeft,
  parent_copy: composeMessages,
  parent_refused: composeMessages,
  request_digest: composeRequestDigest,
};
