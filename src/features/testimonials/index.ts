export { eraseTestimonialsOf, testimonialSubjectsOf } from "./erase";
export { testimonialsExport } from "./export";
export {
  countPendingTestimonials,
  findPublishedTestimonials,
  pendingTestimonials,
  publishedTestimonials,
  type Testimonial,
} from "./queries";
export { serializeTestimonial } from "./serialize-testimonial";
export { TestimonialQuote } from "./testimonial-quote";
