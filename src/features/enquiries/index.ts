export { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";
export { enquiriesGoneWith, eraseEnquiries, learnerIs } from "./erase";
export { exportEnquiries } from "./export";
export { PhoneReveal, type PhoneState } from "./phone-reveal";
export { findEarlierEnquiry } from "./queries";
export { remindUnanswered } from "./remind-unanswered";
export { revealPhone } from "./reveal-phone";
export { sweepGuests } from "./sweep-guests";
export { sweepUnconfirmed } from "./sweep-unconfirmed";
