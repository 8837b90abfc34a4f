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

/** The categories of posts. The id is a slug that is part of the category's address; it never changes. */
export const blogCategories = sqliteTable("blog_categories", {
  id: text().primaryKey(),
  nameEn: text("name_en").notNull(),
  nameRo: text("name_ro").notNull(),
  createdTs: integer("created_ts").notNull(),
});

/**
 * A post of the blog in one language. It has no state: without `publish_ts` it is a draft, before it scheduled, after it
 * published; no job is needed for it to come out.
 */
export const posts = sqliteTable(
  "posts",
  {
    id: text().primaryKey(),
    locale: text({ enum: LOCALES }).notNull(),
    /** The post that says the same in the other language; each of a pair names the other. */
    otherId: text("other_id").references((): AnySQLiteColumn => posts.id),
    /** The slug in the current address; `post_slugs` has the earlier ones too. */
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
    /** When its text last changed after publication; null for an unchanged post. */
    editedTs: integer("edited_ts"),
    /** Null once who wrote it was erased: the post is the site's. */
    authorId: text("author_id").references(() => users.id),
    /** Rises by one with every write; a write names the version that it saw. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex("posts_slug").on(table.locale, table.slug),
    uniqueIndex("posts_other").on(table.otherId).where(sql`other_id is not null`),
    index("posts_published").on(table.locale, table.publishTs).where(sql`publish_ts is not null`),
    index("posts_category").on(table.categoryId, table.locale, table.publishTs),
    // For the editors' list.
    index("posts_updated").on(table.updatedTs),
    index("posts_author").on(table.authorId).where(sql`author_id is not null`),
  ],
);

/** Every slug that a post ever had: the earlier ones lead to the present one. */
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
    /** Goes with the person. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** As they want to be named, and as what they speak ("mother of two"). */
    name: text().notNull(),
    role: text().notNull().default(""),
    /** The language they wrote in. */
    locale: text({ enum: LOCALES }).notNull(),
    /** When they agreed that it is published. */
    consentTs: integer("consent_ts").notNull(),
    state: text({ enum: TESTIMONIAL_STATES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    decidedTs: integer("decided_ts"),
    /** The admin who decided; null once they were erased. */
    decidedBy: text("decided_by").references(() => users.id),
  },
  (table) => [
    index("testimonials_state").on(table.state, table.createdTs),
    index("testimonials_user").on(table.userId, table.createdTs),
    index("testimonials_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
  ],
);

/** What was written to the operator through the contact form; the mail to them is a copy of it. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    /** Who was signed in; null for a visitor, and once they were erased. */
    userId: text("user_id").references(() => users.id),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    /** When an admin was done with it. */
    closedTs: integer("closed_ts"),
  },
  (table) => [
    index("contact_messages_open").on(table.createdTs).where(sql`closed_ts is null`),
    // For the sweep of what was answered long ago.
    index("contact_messages_closed").on(table.closedTs).where(sql`closed_ts is not null`),
    index("contact_messages_user").on(table.userId).where(sql`user_id is not null`),
    index("contact_messages_email").on(table.email),
  ],
);

/**
 * Notes of admins on rows of the work list. The rows are queries over their subjects: a note never makes one appear.
 */
export const followUpNotes = sqliteTable(
  "follow_up_notes",
  {
    /** The row's key: its queue, a colon, and the id of what it is about. */
    key: text().primaryKey(),
    /** Since when the row stood there when this was noted: for one that comes back later it counts no more. */
    sinceTs: integer("since_ts").notNull(),
    note: text().notNull().default(""),
    /** The admin who takes care of it. */
    ownerId: text("owner_id").references(() => users.id),
    /** `YYYY-MM-DD` in Bucharest. */
    due: text(),
    /** The result: a row with a result is done. */
    outcome: text(),
    /** `YYYY-MM-DD`: until that day the row is not shown. */
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
 * Numbers for the people in the full text table `users_fts` (its migration), which admins search by name and e-mail.
 * Triggers keep both in step with `users`.
 */
export const userSearch = sqliteTable("user_search", {
  num: integer().primaryKey({ autoIncrement: true }),
  userId: text("user_id").notNull().unique(),
});
