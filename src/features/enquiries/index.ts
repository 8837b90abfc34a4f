export { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";
export { eraseEnquiriesOf } from "./erase";
export { enquiriesExport } from "./export";
export { findEarlierEnquiry } from "./queries";
