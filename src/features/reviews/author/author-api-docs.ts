import type { CallDocs } from "@/shared/call-docs";

const ID = "The enquiry’s id.";
const TOKEN = "The token of a guest’s mailed link. Accounts authenticate instead.";
const FIELDS = {
  rating: "Whole stars, 1 to 5",
  text: "What the lessons were like. Contact data and certain words hold the review until an admin has read it",
  lessons: "How many lessons the author had",
  name: "`initial` shows the first name with the initial of the last name, `role` shows only parent or learner",
  level: "The level of the lessons",
};

/** Descriptions of the author's calls by operationId. */
export const authorApiDocs: CallDocs = {
  getApiEnquiriesByIdReview: {
    summary: "Get your review",
    about:
      "With the rule that held it, the reason of a rejection or removal, and your objection to that decision.",
    parameters: { id: ID, token: TOKEN },
    responses: {
      200: "The review.",
      403: "`own_review` for the teacher.",
      404: "You have not reviewed this teacher (`no_review`), or the enquiry does not exist.",
    },
  },
  postApiEnquiriesByIdReview: {
    summary: "Review the teacher of an enquiry",
    about:
      "For the learner’s side, from three days after the teacher’s first answer, or as soon as the teacher marked lessons as agreed, until 180 days after the last message. One review for each author and teacher. It is `published`, or `pending` if a rule holds it; no rule reads the rating. At most five new reviews a day. The path sets the language: Romanian with the prefix `/ro`, otherwise English.",
    parameters: { id: ID, token: TOKEN },
    fields: FIELDS,
    responses: {
      201: "The review.",
      403: "`own_review` for the teacher; `same_browser` while the teacher is signed in to this browser.",
      409: "`never_answered`, `review_too_early`, `review_too_late`, or `already_reviewed`: edit that review.",
      410: "`teacher_gone`: the teacher’s account no longer exists; `teacher_inactive`: it is disabled.",
    },
  },
  putApiEnquiriesByIdReview: {
    summary: "Edit your review",
    about:
      "For 30 days. The rules run again. After a rejection or removal, an admin decides again. The same review changes nothing. At most 30 edits a day.",
    parameters: { id: ID, token: TOKEN },
    fields: FIELDS,
    responses: {
      200: "The review.",
      403: "`own_review` for the teacher; `same_browser` while the teacher is signed in to this browser.",
      409: "`edit_period_over`, or `datastale` after a concurrent change.",
    },
  },
  putApiEnquiriesByIdReviewObjection: {
    summary: "Object to the rejection or removal of your review",
    about: "Possible once; an admin answers by email. The same objection sent twice changes nothing.",
    parameters: { id: ID, token: TOKEN },
    fields: { text: "Why the decision is wrong, up to 1,000 characters" },
    responses: {
      200: "The review with the objection.",
      403: "`own_review` for the teacher.",
      409: "There is no decision that you can still object to (`no_objection`).",
    },
  },
  postApiEnquiriesByIdReviewDecline: {
    summary: "End invitations to review",
    about:
      "No further invitation is mailed to the learner or guest of the enquiry, about any teacher. A repeated call changes nothing. No account is required.",
    parameters: { id: ID },
    fields: { token: "The token of the link “Don’t ask me again” in an invitation" },
    responses: {
      204: "No invitation will be sent.",
      400: "The body is not JSON, or the token is not that of the enquiry (`invalid_token`).",
    },
  },
  deleteApiEnquiriesByIdReview: {
    summary: "Withdraw your review",
    about: "It is no longer shown or counted. You can write a new one.",
    parameters: { id: ID, token: TOKEN },
    responses: {
      204: "Withdrawn.",
      403: "`own_review` for the teacher.",
    },
  },
};
