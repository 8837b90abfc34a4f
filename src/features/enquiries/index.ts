export { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";
export { findEarlierEnquiry } from "./queries";
