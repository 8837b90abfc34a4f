import { FILTER_TEXTS } from "@/shared/search-filters";

const PROBLEM = {
  type: "`urn:catedra:` followed by the title",
  title: "Error code for programs, such as `invalid_password`",
  status: "HTTP status",
  detail: "Human-readable description",
  request_id: "ID of the request; include it when you contact us",
  errors: "Errors of single fields",
};
const FIELD_ERROR = {
  field: "Name of the field; nested fields as a path",
  code: "Error code, such as `too_short`",
  message: "Human-readable description",
};
const ENQUIRY_STATE =
  "State of the conversation for the caller; null for a learner until the teacher replies, even if the teacher archives it";

const REVIEW = {
  teacher_id: "ID of the teacher",
  listing_id: "ID of the listing that the author wrote about; null once it was erased",
  subject: "Subject of the lessons",
  level: "Level of the lessons, or null",
  rating: "Stars, 1 to 5",
  text: "Text",
  lessons: "How many lessons the author had",
  author: "Author as displayed",
  state: "`pending`, `published`, `rejected`, `removed` or `withdrawn`",
  created_ts: "When it was written",
  edited_ts: "When its author last changed it; null if never",
  reply: "The teacher’s public reply, or null",
};

const OWN_REVIEW = {
  ...REVIEW,
  hold_rule: "Rule that held the review for an admin; null if none did",
  reason_text: "Explanation of a rejection or removal; otherwise empty",
  objection: "Objection of the author to a rejection or removal, or null",
};

const TEACHER_REQUEST = {
  level: "Level code",
  county: "County of the lessons; null for online only",
  online: "Whether lessons may be online",
  availability: "Times at which lessons are possible; empty for any",
  max_price: "The most that the author pays, in bani an hour; null if not stated",
  learner: "Who the lessons are for",
  text: "What the author wrote; may be empty",
  state: "`pending`, `open`, `rejected` or `closed`",
  created_ts: "When it was written",
  opened_ts: "Since when teachers could see it; null before, and once it is rejected",
  closed_ts: "When it was closed or rejected; null before",
  close_reason:
    "`answers` (five), `expired` (after 14 days), `author`, `lesson` (the first one took place), or null",
  answer_count: "Number of answers, at most five",
  enquiry_id: "ID of the conversation with the caller’s answer; null without one",
};
const REQUEST = { ...TEACHER_REQUEST, rejection: "Reason and text of the rejection, or null" };

const FILTERS = { q: "Search text", ...FILTER_TEXTS };

const VERIFICATION = {
  kind: "Kind of document",
  state: "`pending`, `approved`, `rejected` or `withdrawn`",
  files: "Number of stored files; 0 after the decision",
  document_date: "Date on the document, `YYYY-MM-DD`; null before the approval",
  checked_name:
    "The teacher’s name at the check, null before the approval. Listings show the badge only under this name",
  checked_date: "Day on which an admin saw the document, `YYYY-MM-DD`; null before the approval",
  reason: "Code of the reason for the refusal, or null",
  text: "The admin’s explanation of the refusal",
  created_ts: "When it was requested",
  decided_ts: "When it was decided; null before that",
  ends_ts: "When the badge ends; null for a badge without an end",
};

const BILLING = { kind: "`person` or `company`", name: "Name of the person or company" };

/** Descriptions of fields with another meaning in a component or in the object of the given name. */
export const OBJECT_FIELD_TEXTS: Record<string, Record<string, string>> = {
  Billing: BILLING,
  billing: BILLING,
  PushDevice: {
    device: "Browser and system, such as `Firefox, Windows`",
  },
  CheckedDocument: {
    kind: "Kind of document",
  },
  Verification: VERIFICATION,
  AdminVerification: { ...VERIFICATION, user: "The teacher" },
  FollowUpRow: {
    key: "Queue and subject ID, separated by a colon",
    queue: "Queue of the row",
    subject: "Subject of the row, in the language of the path",
    since_ts: "When the row was added",
    note: "Note by admins; may be empty",
    owner: "Assigned admin, or null",
    due: "Due date (YYYY-MM-DD), or null",
    outcome: "Result; a row with a result is done. Otherwise null",
    snoozed_until: "Date until which the row is hidden (YYYY-MM-DD), or null",
    version: "Incremented by every note; 0 without notes",
  },
  subject: {
    what: "Title of the subject",
    who: "Name of the person concerned; may be empty",
    about: "Description of the problem; may be empty",
    path: "Path of the admin page that handles it",
  },
  Invitation: {
    state:
      "`invited`, `claimed`, `refused` (also if an admin deleted it) or `expired` (without an answer for 30 days)",
    email: "Address; null once the invitation ended",
    first_name: "First name; null once the invitation ended",
    last_name: "Last name; null once the invitation ended",
    locale: "Language of the mail",
    created_ts: "When the teacher was invited",
    expires_ts: "When an invitation without an answer is erased",
    closed_ts: "When it ended; null before",
  },
  OpenInvitation: {
    email: "Address, which the claim confirms",
    listing: "The draft of the listing",
    source: "Where the data come from",
    created_ts: "When the teacher was invited",
    expires_ts: "When the invitation is erased without an answer",
    has_account: "Whether an account with the address exists; then the invitation cannot be claimed",
  },
  InvitationCounts: {
    invited: "Invitations that wait for an answer",
    claimed: "Claimed invitations",
    refused: "Refused invitations, and those that an admin deleted",
    expired: "Invitations that were not answered within 30 days",
  },
  InvitationRow: {
    row: "Number of the row, as in a spreadsheet: the header is 1",
    email: "Address as written, in lower case",
    problems: "What is wrong with the row; empty if it is fine",
    warnings: "Texts that are too short for a listing, which the teacher must complete",
  },
  InvitationUpload: {
    invited: "Number of teachers whom this call invited",
    rows: "The rows of the file",
    unknown_columns: "Columns that are not used",
  },
  problems: { ...FIELD_ERROR, field: "Column, or `row` for its cells" },
  ShortlistEntry: {
    note: "Your note, which may be empty; null without an account",
    version: "Incremented by every change of the note; null without an account",
    listing: "The listing, or null if it is no longer public",
  },
  ShortlistNote: { note: "Your note; may be empty" },
  Alert: {
    filters: "The search, without its sort order",
    frequency: "How often new listings are mailed",
    paused: "Whether it is paused: a paused alert is not mailed",
  },
  AlertFilters: FILTERS,
  UnderstoodFilters: { ...FILTERS, sort: "Sort order" },
  UnderstoodSearch: {
    filters: "The filters that words of `q` became",
    q: "The other words, which are searched for",
    corrected:
      "The text that was searched for instead of `q`, because `q` finds nothing and has mistyped words; else null",
  },
  corrected: { from: "The text as typed", to: "The text that was searched for" },
  TeacherRequest: TEACHER_REQUEST,
  OwnAnswer: {
    ...TEACHER_REQUEST,
    answered_ts: "When you answered",
    status: "`unread` without a reply of the author, `replied`, or `lesson` once a first lesson is agreed",
  },
  Request: REQUEST,
  AnsweredRequest: { ...REQUEST, answers: "The answers, the first one first" },
  AdminRequest: {
    ...REQUEST,
    user_id: "ID of the author",
    hold_rule: "Why it waited for an admin; null if it opened at once",
  },
  rejection: { reason: "Code of the reason", text: "The admin’s explanation" },
  answers: {
    enquiry_id: "ID of the conversation",
    teacher: "Name of the teacher",
    message: "What the teacher wrote",
    created_ts: "When it was written",
    status: "`unread`, `read`, `replied` by the author, or `lesson` once a first lesson is agreed",
    listing: "The listing with which the teacher answered; null if it is no longer public",
  },
  Testimonial: {
    text: "Text",
    name: "Name of the author, as it is to be published",
    role: "Role of the author; may be empty",
    consent: "Consent to publication, which can be withdrawn",
    state: "`pending`, `published` or `rejected`",
    locale: "Language of the text",
    created_ts: "When it was submitted",
  },
  Review: REVIEW,
  author: {
    name: "First name with an initial; null if only the role is displayed",
    role: "`parent` or `learner`",
  },
  reply: {
    text: "Text",
    created_ts: "When it was written",
    edited_ts: "When it was last changed; null if never",
  },
  rating: {
    average: "Average to one decimal; null below three reviews",
    count: "Number of published reviews",
  },
  summary: {
    average: "Average to one decimal; null below three reviews",
    count: "Number of published reviews",
    stars: "Numbers of reviews with one, two, three, four and five stars",
  },
  ContactMessage: {
    name: "Name of the sender",
    email: "Email address for the reply",
    subject: "Subject",
    message: "Message",
    created_ts: "When it was received",
  },
  OwnReview: OWN_REVIEW,
  TeacherReview: {
    state: "`published`, `pending` or `removed`",
    created_ts: "When it was written",
    review: "The review; null while it is pending",
    reason: "Code of the reason for the removal, or null",
    report: "The caller’s last report of the review, or null",
  },
  report: {
    created_ts: "When it was sent",
    outcome: "`upheld`, `dismissed`, or null while it is open",
    decision_text: "Explanation of the decision; otherwise empty",
    objection: "The caller’s objection to a dismissal, or null",
  },
  AdminReview: {
    ...OWN_REVIEW,
    earlier_text:
      "Text before an edit that waits for a decision: it was public or decided about; otherwise null",
    enquiry_id: "ID of the conversation, which admins cannot read; null after it was erased",
    decided_ts: "When an admin last decided; null before",
    reports: "Reports, the open ones first",
  },
  objection: { decided_ts: "When an admin answered it; null before" },
  reports: {
    outcome: "`upheld`, `dismissed`, or null while it is open",
    decision_text: "Explanation to the person who reported; otherwise empty",
    objection: "Objection of the teacher to a dismissal, or null",
  },
  Enquiry: { state: ENQUIRY_STATE },
  EnquiryThread: { state: ENQUIRY_STATE },
  EnquiryResult: {
    status: "`sent` or `refused`",
    _id: "ID of the new conversation, if it was sent",
    reason: "Why it was refused, such as `not_found`, `own_listing` or `too_many_enquiries`",
  },
  Problem: PROBLEM,
  SignInProblem: {
    ...PROBLEM,
    reactivation_url: "With `account_closed`: the page that reopens the account; valid for seven days",
  },
  experience: {
    job: "Years in this job",
  },
  errors: FIELD_ERROR,
  warnings: FIELD_ERROR,
  ListingConflict: {
    ...PROBLEM,
    content: "With `datastale`: the current listing",
    limit:
      "With `limit_reached`: which limit, of active listings, drafts, submissions per day, or active listings with the same subject and county (`duplicate`)",
  },
  images: {
    path: "Storage path; the content is at the same path of the site",
  },
  AnalyticsRow: {
    day: "Day in Bucharest time (YYYY-MM-DD)",
    impressions: "Views of its card in lists, promoted placements excluded",
    promoted_impressions: "Views of its card in promoted placements",
    views: "Views of its page",
    reveals: "Times the teacher’s phone number was revealed on it",
    enquiries: "Enquiries it received",
    shortlistings: "Times it was added to a shortlist",
    sources: "Views by addresses that the owner shared, by where",
  },
  sources: {
    qr: "Views by its QR code",
    flyer: "Views by the tear-off strips of its flyer",
    whatsapp: "Views by the link for WhatsApp",
    facebook: "Views by the link for Facebook",
    link: "Views by the copied address",
  },
  ShareKit: {
    addresses: "The listing’s URL for each way of sharing it",
    qr_svg: "The QR code of the address `qr`, as SVG",
  },
  addresses: {
    qr: "For the QR code",
    flyer: "For the tear-off strips of the flyer",
    whatsapp: "For WhatsApp",
    facebook: "For Facebook",
    link: "To copy",
  },
  Suggestion: {
    kind: "What it names",
    label: "Text to show",
    href: "Path and query of a list on this site",
  },
  SearchDay: {
    day: "Day in Bucharest time (YYYY-MM-DD)",
    subject: "Subject code; empty for any",
    level: "Level code; empty for any and for several",
    county: "County code, also of a search near its seat; empty for any",
    online: "Whether only online lessons were searched for",
    searches: "Number of searches",
    empty: "How many of them found nothing",
  },
  CoverageCell: {
    subject: "Subject code",
    county: "County code",
    teachers: "Number of teachers with a visible listing",
    searches: "Number of searches in the last 30 days",
    empty: "How many of them found nothing",
    requests: "Number of requests that were opened in the last 30 days",
  },
  UsualPrice: {
    teachers: "Number of teachers, rounded down to tens",
    q1: "A quarter of the teachers ask less for an hour; in bani",
    median: "Half of the teachers ask less for an hour; in bani",
    q3: "A quarter of the teachers ask more for an hour; in bani",
    scope: "Whether these are the teachers of the county or of the whole country",
  },
  holidays: {
    from: "First day (YYYY-MM-DD)",
    to: "Last day (YYYY-MM-DD)",
  },
  cost: {
    from: "At the first quartile of the usual price; in bani",
    to: "At the third quartile; in bani",
    monthly: "The same for four weeks of lessons",
    level: "Level of the usual price: that of the exam, or of the school before it",
    scope: "Whether the usual price is that of the county or of the whole country",
  },
  monthly: {
    from: "At the lower price: the first quartile of the usual price, or the lowest that is offered; in bani",
    to: "At the higher price: the third quartile, or the highest that is offered; in bani",
  },
  offered: {
    prices: "Lowest and highest price for an hour",
    total: "What the lessons cost at these prices",
    monthly: "What four weeks of lessons cost at these prices",
  },
  prices: {
    from: "The lowest; in bani",
    to: "The highest; in bani",
  },
  total: {
    from: "At the lowest price; in bani",
    to: "At the highest price; in bani",
  },
  StudyPlan: {
    exam: "Exam: `pe` or `pb`",
    subject: "Subject code",
    county: "County code; null for lessons online",
    day: "Day of the first written test (YYYY-MM-DD)",
    days: "Days until then",
    weeks: "Whole weeks until then",
    lesson_weeks: "Whole weeks until then outside `holidays`",
    holidays:
      "First and last days of the school holidays that are left out, without the days of the summer holidays before the exams end",
    source: "Where the dates are published, as the operator says it; may be empty",
    offered: "The listings that fit and what the lessons cost at their prices; null without listings",
    lessons: "Hours of lessons that fit",
    cost: "What they cost, in bani; null if too few teachers teach this",
    listings: "Number of listings that fit; null above 1,000",
    list_path: "Path of the list with these listings",
  },
  PriceIndexRow: {
    month: "Month (YYYY-MM)",
    subject: "Subject code",
    level: "Level code",
    county: "County code; null for the whole country",
    teachers: "Number of teachers, rounded down to tens",
    q1: "A quarter of the teachers ask less for an hour; in lei",
    median: "Half of the teachers ask less for an hour; in lei",
    q3: "A quarter of the teachers ask more for an hour; in lei",
  },
  Order: {
    created_ts: "When the order was placed",
  },
  promotion: {
    state: "Scheduled, running, running while the listing is hidden, ended, or stopped early",
  },
  refunds: {
    amount: "Amount in bani",
    state: "Whether it was sent to Stripe",
    reason: "Reason",
    created_ts: "When it was decided",
  },
  DocumentConflict: {
    ...PROBLEM,
    version: "With `datastale`: the current version",
    value: "With `datastale`: the current content",
  },
  OrderConflict: PROBLEM,
  Post: {
    locale: "Language of the post; it can’t be changed",
    title: "Title, 10 to 120 characters",
    slug: "Last segment of its URL",
    excerpt: "One or two sentences for lists and search engines",
    body: "Text in Markdown",
    category_id: "ID of its category",
    cover: "Path of one of its stored pictures",
    cover_alt: "Description of the cover, required with a cover",
    other_id: "ID of the translation in the other language",
    state: "Draft, scheduled or published",
    publish_at: "Publication time (ISO 8601); null for a draft",
    edited_ts: "When its text was last changed after publication; null if never",
  },
};
