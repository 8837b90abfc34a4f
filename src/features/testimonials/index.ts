export { eraseTestimonials, testimonialSubjectsOf } from "./erase";
export { exportTestimonials } from "./export";
export {
  countPendingTestimonials,
  findPublishedTestimonials,
  pendingTestimonials,
  publishedTestimonials,
  type Testimonial,
} from "./queries";
export { serializeTestimonial } from "./serialize-testimonial";
export { TestimonialQuote } from "./testimonial-quote";
