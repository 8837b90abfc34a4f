import { wireTimestamp } from "@/shared/format";
import type { WireTestimonial } from "@/shared/schemas/testimonial";
import type { Testimonial } from "./queries";

/** A testimonial as JSON: what its sender gave to be published, and no account. */
export const wireTestimonial = ({
  id,
  text,
  name,
  role,
  state,
  locale,
  createdTs,
}: Testimonial): WireTestimonial => ({
  _id: id,
  text,
  name,
  role,
  consent: true,
  state,
  locale,
  created_ts: wireTimestamp(createdTs),
});
