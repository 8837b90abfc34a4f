export { answerStatusSql } from "./answer-status-sql";
export { getAppointmentState, isMoved } from "./appointments/appointment-state";
export { sendAppointmentNotices } from "./appointments/send-notices";
export {
  type BlockedUsers,
  findBlockedUsers,
  findBlockOfOwner,
  isBlockedPairSql,
  listBlockedUsers,
  setBlockStatements,
  toBlockedUsersSql,
} from "./blocks";
export {
  closeOwnAppointmentsStatements,
  listOpenAppointments,
  type OpenAppointment,
  reopenAppointmentsStatement,
} from "./close-appointments";
export {
  closedRequestColumns,
  findAnswerEnd,
  tellAnsweringTeachersStatements,
} from "./close-request-statements";
export { DELIVERY_CONDITIONS } from "./delivery-conditions";
export { findSentEnquiries, type SentEnquiry } from "./find-sent-enquiries";
export { firstLessonEndTsSql } from "./first-lesson-end-ts-sql";
export { EnquiryForm, type EnquiryFormProps, SendButtons, VerifyFirst } from "./form/enquiry-form";
export { LearnerFields } from "./form/learner-fields";
export { type LearnerValues, readLearnerValues, toLearnerValues } from "./form/learner-values";
export { loadSenderProps } from "./form/load-sender-props";
export { asksAboutMessage, findMessageHint, HINT_FIELD } from "./form/message-hint";
export { ContactHint } from "./form/message-hints";
export { MinorAdvice, SafetyAdvice } from "./form/safety-advice";
export { findProvenAddress } from "./guests/address-proof";
export { eraseGuest } from "./guests/erase-guest-data";
export { toGuestKey } from "./guests/guest-key";
export { NewLinkForm } from "./guests/new-link-form";
export { refreshGuestReviewFlagsStatement } from "./guests/refresh-guest-review-flags-statement";
export { serializeThread } from "./inbox/serialize-enquiry";
export { findMessageWarning } from "./message-warning";
export { formatSideName, getOtherSide } from "./names";
export { composeOffer } from "./offers/compose-offer";
export { offerTeachers } from "./offers/offer-teachers";
export {
  composeTeacherLeft,
  queueTeacherLeftMailsStatement,
} from "./offers/queue-teacher-left-mails-statement";
export { stopParentCopies } from "./parents/stop-parent-copies";
export {
  erasedEnquirySubjectsSql,
  eraseEnquiriesStatements,
  exportEnquiries,
  isEnquirySentBySql,
} from "./personal-data";
export { PhoneReveal, type PhoneState } from "./phone/phone-reveal";
export { revealPhone } from "./phone/reveal-phone";
export {
  type EnquiryView,
  findEarlierEnquiry,
  findEnquiryForReader,
  findGuestEnquiry,
  findReportedEnquiry,
  listMessages,
  listWrittenTeachers,
} from "./queries";
export { recountSentStatement, refreshReplies, refreshRepliesStatements } from "./refresh-replies";
export {
  findUnansweredEnquiry,
  prepareReminder,
  remindUnanswered,
  type UnansweredEnquiry,
} from "./remind-unanswered";
export { findReviewRefusal, REVIEW_PERIOD_MS } from "./review-period";
export { pauseSilentTeachers } from "./silence/pause-silent-teachers";
export { sweepGuestEnquiries, sweepUnconfirmedEnquiries } from "./sweep";
export { MessageWarningNotice } from "./thread-page/thread-actions";
export { composeMessages } from "./threads/compose-messages";
export { reportRefusedText } from "./threads/refuse-unsafe";
export { ANSWER_LIMIT, requestAnswerStatements } from "./threads/request-answer-statements";
export { findUnsafeReason } from "./unsafe-for-minor";
