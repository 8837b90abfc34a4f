import { toTimestampJson } from "@/shared/format";
import { toLearner } from "@/shared/format-learner";
import type { EnquiryJson, MessageJson, ThreadJson } from "@/shared/schemas/enquiry";
import { findStateForSide } from "../names";
import type { EnquiryView, Message } from "../queries";
import type { Box, InboxRow } from "./conversation-list";

export const serializeEnquiry = (box: Box, row: InboxRow): EnquiryJson => ({
  _id: row.id,
  side: box === "sent" ? "learner" : "teacher",
  state: row.state,
  with: row.name,
  listing_id: row.listingId,
  listing_title: row.listingTitle,
  unread: row.unread,
  created_ts: toTimestampJson(row.createdTs),
  answered_ts: toTimestampJson(row.answeredTs),
  last_message_ts: toTimestampJson(row.lastMessageTs),
  learner: toLearner(row),
  last_message: row.excerpt === "" ? null : { author: row.own ? "you" : "other", excerpt: row.excerpt },
});

/** A conversation as JSON for the side that reads it. */
export function serializeThread(enquiry: EnquiryView, messages: readonly Message[]): ThreadJson {
  const { side, names, listing } = enquiry;
  const readTs = side === "teacher" ? enquiry.teacherReadTs : enquiry.learnerReadTs;
  return {
    _id: enquiry.id,
    side,
    state: findStateForSide(side, enquiry.state),
    with: side === "teacher" ? names.learner : names.teacher,
    listing_id: listing?.id ?? null,
    listing_title: listing?.title ?? null,
    unread: enquiry.lastMessageTs > (readTs ?? 0),
    created_ts: toTimestampJson(enquiry.createdTs),
    answered_ts: toTimestampJson(enquiry.answeredTs),
    // Later than the column if the reader's newest message was not delivered.
    last_message_ts: toTimestampJson(Math.max(enquiry.lastMessageTs, messages.at(-1)?.createdTs ?? 0)),
    learner: toLearner(enquiry),
    learner_under_18: enquiry.isLearnerMinor,
    // The teacher does not learn that the parent stopped them.
    parent_copies:
      enquiry.isLearnerMinor &&
      (enquiry.side === "teacher" ? (enquiry.parentEmail ?? enquiry.parentStopKey) : enquiry.parentEmail) !==
        null,
    blocked: enquiry.hasBlocked,
    messages: messages.map(
      (message): MessageJson => ({
        _id: message.id,
        author: message.author === side ? "you" : "other",
        text: message.text,
        created_ts: toTimestampJson(message.createdTs),
      }),
    ),
  };
}
