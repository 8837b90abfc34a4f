import type { DeliveryConditions } from "@/db/delivery-condition";
import { isNoticeDueSql } from "./appointments/send-notices";
import { isOfferDueSql } from "./offers/offer-teachers";
import { isCopyDueSql } from "./parent-copies";
import { isReminderDueSql } from "./remind-unanswered";
import { isQuestionDueSql } from "./silence/pause-silent-teachers";
import { isMessageDueSql } from "./threads/compose-messages";

/** What must still hold when a mail or push message that waits, or asks for an answer, is delivered. */
export const DELIVERY_CONDITIONS: DeliveryConditions = {
  enquiry_message: isMessageDueSql,
  parent_copy: isCopyDueSql,
  enquiry_reminder: isReminderDueSql,
  enquiry_offer: isOfferDueSql,
  answer_or_pause: isQuestionDueSql,
  appointment_reminder: isNoticeDueSql,
  appointment_question: isNoticeDueSql,
};
