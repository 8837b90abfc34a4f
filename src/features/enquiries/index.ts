export { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";
export { countUnreadEnquiries, findEarlierEnquiry } from "./queries";
