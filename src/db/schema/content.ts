import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { TESTIMONIAL_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { users } from "./users";

/** Categories of posts. The id is the slug in the category's URL; it never changes. */
export const blogCategories = sqliteTable("blog_categories", {
  id: text().primaryKey(),
  nameEn: text("name_en").notNull(),
  nameRo: text("name_ro").notNull(),
  createdTs: integer("created_ts").notNull(),
});

/**
 * A blog post in one language. Its state follows from `publish_ts`: a draft without it, scheduled before it, published
 * after it. No job publishes it.
 */
export const posts = sqliteTable(
  "posts",
  {
    id: text().primaryKey(),
    locale: text({ enum: LOCALES }).notNull(),
    /** The translation of the post; the two posts refer to each other. */
    translationId: text("other_id").references((): AnySQLiteColumn => posts.id),
    /** The slug in the current URL; `post_slugs` also has the earlier ones. */
    slug: text().notNull(),
    title: text().notNull(),
    excerpt: text().notNull().default(""),
    /** Markdown. */
    body: text().notNull().default(""),
    categoryId: text("category_id").references(() => blogCategories.id),
    /** The picture's file name below images/blog/{post id}/, or null. */
    cover: text(),
    coverAlt: text("cover_alt").notNull().default(""),
    publishTs: integer("publish_ts"),
    createdTs: integer("created_ts").notNull(),
    updatedTs: integer("updated_ts").notNull(),
    /** Time of the last change of the text after publication; null if there was none. */
    editedTs: integer("edited_ts"),
    /** Null once the author is erased; the post stays. */
    authorId: text("author_id").references(() => users.id),
    /** Rises by one with every write; a write contains the version that it read. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex("posts_slug").on(table.locale, table.slug),
    uniqueIndex("posts_other").on(table.translationId).where(sql`other_id is not null`),
    index("posts_published").on(table.locale, table.publishTs).where(sql`publish_ts is not null`),
    index("posts_category").on(table.categoryId, table.locale, table.publishTs),
    // For the editors' list.
    index("posts_updated").on(table.updatedTs),
    index("posts_author").on(table.authorId).where(sql`author_id is not null`),
  ],
);

/** All slugs that a post ever had; the earlier ones redirect to the current one. */
export const postSlugs = sqliteTable(
  "post_slugs",
  {
    locale: text({ enum: LOCALES }).notNull(),
    slug: text().notNull(),
    postId: text("post_id")
      .notNull()
      .references(() => posts.id),
    ts: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locale, table.slug] }), index("post_slugs_post").on(table.postId)],
);

/** Testimonials about the site; never mixed with reviews of a teacher. */
export const testimonials = sqliteTable(
  "testimonials",
  {
    id: text().primaryKey(),
    /** Testimonials are erased with their user. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** The displayed name and description ("mother of two"). */
    name: text().notNull(),
    role: text().notNull().default(""),
    /** Language of the text. */
    locale: text({ enum: LOCALES }).notNull(),
    /** Time of consent to the publication. */
    consentTs: integer("consent_ts").notNull(),
    state: text({ enum: TESTIMONIAL_STATES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    decidedTs: integer("decided_ts"),
    /** The admin who decided; null once erased. */
    decidedBy: text("decided_by").references(() => users.id),
  },
  (table) => [
    index("testimonials_state").on(table.state, table.createdTs),
    index("testimonials_user").on(table.userId, table.createdTs),
    index("testimonials_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** Messages to the operator from the contact form; the operator also gets each as mail. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    /** The signed-in user; null for a visitor, and once erased. */
    userId: text("user_id").references(() => users.id),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    /** Whether the sender gets a mail: a copy, or a confirmation without the text. */
    isCopied: integer("is_copied", { mode: "boolean" }).notNull().default(false),
    /** Replies of admins, the oldest first. Who replied is in the audit log. */
    replies: text({ mode: "json" }).$type<{ text: string; created_ts: number }[]>().notNull().default([]),
    /** When an admin closed it; null while it is open. */
    closedTs: integer("closed_ts"),
  },
  (table) => [
    index("contact_messages_open").on(table.createdTs).where(sql`closed_ts is null`),
    // For the sweep of messages closed long ago.
    index("contact_messages_closed").on(table.closedTs).where(sql`closed_ts is not null`),
    index("contact_messages_user").on(table.userId).where(sql`user_id is not null`),
    index("contact_messages_email").on(table.email),
  ],
);

/**
 * Notes of admins on rows of the follow-up list. The rows come from queries over their targets; a note alone shows no
 * row.
 */
export const followUpNotes = sqliteTable(
  "follow_up_notes",
  {
    /** The row's key: its queue, a colon, and the subject's id. */
    key: text().primaryKey(),
    /**
     * When the row had entered its queue (ms). The note no longer applies if the row leaves the queue and returns
     * later.
     */
    sinceTs: integer("since_ts").notNull(),
    note: text().notNull().default(""),
    /** The responsible admin. */
    ownerId: text("owner_id").references(() => users.id),
    /** `YYYY-MM-DD` in Bucharest. */
    due: text(),
    /** The result; it marks the row as done. */
    outcome: text(),
    /** `YYYY-MM-DD`: the row is hidden until that day. */
    snoozedUntil: text("snoozed_until"),
    updatedTs: integer("updated_ts").notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index("follow_up_notes_owner").on(table.ownerId).where(sql`owner_id is not null`),
    index("follow_up_notes_updated").on(table.updatedTs),
  ],
);

/**
 * Row numbers of users in the full-text table `users_fts` (see the migration), which admins search by name and e-mail
 * address. Triggers keep both in step with `users`.
 */
export const userSearch = sqliteTable("user_search", {
  num: integer().primaryKey({ autoIncrement: true }),
  userId: text("user_id").notNull().unique(),
});
