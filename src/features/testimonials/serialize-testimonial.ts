import { toTimestampJson } from "@/shared/format";
import type { TestimonialJson } from "@/shared/schemas/testimonial";
import type { Testimonial } from "./queries";

/** The public JSON of a testimonial, without its account. */
export const serializeTestimonial = ({
  id,
  text,
  name,
  role,
  state,
  locale,
  createdTs,
}: Testimonial): TestimonialJson => ({
  _id: id,
  text,
  name,
  role,
  consent: true,
  state,
  locale,
  created_ts: toTimestampJson(createdTs),
});
