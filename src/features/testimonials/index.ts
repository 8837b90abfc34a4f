export {
  eraseTestimonialsStatements,
  exportTestimonials,
  selectTestimonialSubjectsSql,
} from "./personal-data";
export {
  findPendingTestimonial,
  isPendingTestimonialSql,
  listLatestTestimonials,
  listPublishedTestimonials,
  type Testimonial,
} from "./queries";
export { serializeTestimonial } from "./serialize-testimonial";
export { REJECT_TESTIMONIAL, TestimonialDecisionButton } from "./testimonial-entry";
export { TestimonialQuote } from "./testimonial-quote";
export { TESTIMONIALS } from "./testimonials-kind";
