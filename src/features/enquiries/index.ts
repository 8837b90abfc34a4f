export { findSentEnquiries, type SentEnquiry } from "./find-sent-enquiries";
export { toGuestKey } from "./guests/guest-key";
export { createGuestToken } from "./guests/guest-token";
export { NewLinkForm } from "./guests/new-link-form";
export { refreshGuestReviewFlagsStatement } from "./guests/refresh-guest-review-flags-statement";
export { formatSideName } from "./names";
export {
  erasedEnquirySubjectsSql,
  eraseEnquiriesStatements,
  exportEnquiries,
  isEnquirySentBySql,
} from "./personal-data";
export { PhoneReveal, type PhoneState } from "./phone/phone-reveal";
export { revealPhone } from "./phone/reveal-phone";
export { type EnquiryView, findEarlierEnquiry, findEnquiryForReader, findGuestEnquiry } from "./queries";
export { remindUnanswered } from "./remind-unanswered";
export { findReviewRefusal, REVIEW_PERIOD_MS } from "./review-period";
export { EnquiryForm, type EnquiryFormProps } from "./sending/enquiry-form";
export { toGuestFormProps } from "./sending/guest-form-props";
export { sweepGuestEnquiries, sweepUnconfirmedEnquiries } from "./sweep";
