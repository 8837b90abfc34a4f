import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ENQUIRY_STATES, SIDES } from "@/shared/codes";
import { listings } from "./listings";
import { users } from "./people";

export const enquiries = sqliteTable(
  "enquiries",
  {
    id: text().primaryKey(),
    /** Null once the listing was erased with its owner; what the learner wrote stays the learner's. */
    listingId: text("listing_id").references(() => listings.id),
    /** Either side is null once that person was erased; an enquiry that has neither is erased itself. */
    teacherId: text("teacher_id").references(() => users.id),
    learnerId: text("learner_id").references(() => users.id),
    state: text({ enum: ENQUIRY_STATES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    /** When the teacher first answered. */
    answeredTs: integer("answered_ts"),
    lastMessageTs: integer("last_message_ts").notNull(),
    teacherReadTs: integer("teacher_read_ts"),
    learnerReadTs: integer("learner_read_ts"),
  },
  (table) => [
    index("enquiries_teacher").on(table.teacherId, table.lastMessageTs),
    index("enquiries_learner").on(table.learnerId, table.lastMessageTs),
    index("enquiries_listing").on(table.listingId, table.learnerId),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: text().primaryKey(),
    enquiryId: text("enquiry_id")
      .notNull()
      .references(() => enquiries.id),
    author: text({ enum: SIDES }).notNull(),
    text: text().notNull(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [index("messages_enquiry").on(table.enquiryId, table.createdTs)],
);
