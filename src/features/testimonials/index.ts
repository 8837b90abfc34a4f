export {
  eraseTestimonialsStatements,
  exportTestimonials,
  selectTestimonialSubjectsSql,
} from "./personal-data";
export {
  isPendingTestimonialSql,
  listLatestTestimonials,
  listPublishedTestimonials,
  type Testimonial,
} from "./queries";
export { serializeTestimonial } from "./serialize-testimonial";
export { TestimonialQuote } from "./testimonial-quote";
export { TESTIMONIALS } from "./testimonials-kind";
