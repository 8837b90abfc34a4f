export { eraseTestimonialsOf, testimonialSubjectsOf } from "./erase";
export { testimonialsExport } from "./export";
export {
  countPendingTestimonials,
  findPublishedTestimonials,
  pendingTestimonials,
  publishedTestimonials,
  type Testimonial,
} from "./queries";
export { TestimonialQuote } from "./testimonial-quote";
export { wireTestimonial } from "./wire-testimonial";
