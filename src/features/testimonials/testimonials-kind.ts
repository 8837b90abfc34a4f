import { sql } from "drizzle-orm";
import { type ListedItem, type ModerationKind, withUndo } from "@/features/moderation";
import { TESTIMONIAL_STATES, type TestimonialState } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { decideTestimonial } from "./decide-testimonial";
import { TestimonialEntry } from "./testimonial-entry";
import { TESTIMONIAL_UNDO } from "./undo-testimonial-decision";

export type TestimonialRow = ListedItem & {
  text: string;
  name: string;
  role: string;
  locale: Locale;
  state: TestimonialState;
  decidedTs: number | null;
  email: string;
};

/** Testimonials by state. Each entry has its decisions. */
export const TESTIMONIALS: ModerationKind<TestimonialRow> = {
  name: "testimonials",
  lists: Object.fromEntries(
    TESTIMONIAL_STATES.map((state) => [
      state,
      {
        selectSql: () => sql`select id, created_ts as ts from testimonials where state = ${state}`,
        ...(state === "pending" ? { followUp: "testimonials" } : { isNewestFirst: true }),
      },
    ]),
  ),
  columns:
    () => sql`testimonials.text, testimonials.name, testimonials.role, testimonials.locale, testimonials.state,
    testimonials.decided_ts as "decidedTs", users.email`,
  joins: sql`cross join testimonials on testimonials.id = page.id cross join users on users.id = testimonials.user_id`,
  Entry: TestimonialEntry,
  undo: TESTIMONIAL_UNDO,
  decisions: {
    publish: (ctx, { id }, form) =>
      decideTestimonial(withUndo(ctx, form), id, { state: "published", from: form.text("queue") }),
    reject: (ctx, { id }, form) =>
      decideTestimonial(withUndo(ctx, form), id, { state: "rejected", from: form.text("queue") }),
  },
};
