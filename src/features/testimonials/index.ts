export { eraseTestimonialsStatements, exportTestimonials, selectTestimonialSubjects } from "./personal-data";
export {
  countPendingTestimonials,
  isPendingTestimonial,
  listLatestTestimonials,
  listPublishedTestimonials,
  type Testimonial,
} from "./queries";
export { serializeTestimonial } from "./serialize-testimonial";
export { TestimonialQuote } from "./testimonial-quote";
