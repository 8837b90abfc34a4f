import type { Operation } from "./openapi";

type Values = Record<string, unknown>;

const ID = "7m2xk9q4t0v8w3bz";

/** Values that read like the real thing, by a field's name; the rest follows from the schema. */
const VALUES: Values = {
  _id: ID,
  id: ID,
  owner: ID,
  other_id: "5c8w2t9k4m7x1q0z",
  title: "Pregătire pentru bacalaureat",
  cover: "tema-pe-masa.webp",
  name: { en: "Exams", ro: "Examene" },
  user_list: "H4sIAAAAAAAAA4tWMs81qsi2LDQpMSizKDdOqlKKBQCEYaY4FAAAAA",
  user: "ioana@example.ro",
  username: "ioana@example.ro",
  email: "ioana@example.ro",
  password: "trei culori cunosc",
  first_name: "Ioana",
  last_name: "Șerban",
  birth_date: "1991-02-03",
  role: "t",
  phone_number: "+40712345678",
  county: "cj",
  neighbourhood: "Zorilor",
  qualifications: ["Gradul didactic I"],
  job: "Profesoară de matematică",
  employer: "Liceul Teoretic",
  high_school: "Colegiul Național",
  bachelors: "Facultatea de Matematică",
  masters: "",
  doctorate: "",
  experience: { job: 12, teaching: 15 },
  profile_picture: "webp",
  disabled: false,
  can_create_admin: false,
  access_token: "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9...",
  token_type: "bearer",
  expires_in: 300,
  token: "Xb3v0nJq6uE5mQd1...",
  seconds: 1795165200,
  nanoseconds: 0,
  path: "images/profile-pictures/7m2xk9q4t0v8w3bz.webp",
  download_url: "https://catedra.test/images/profile-pictures/7m2xk9q4t0v8w3bz.webp?v=1795165200000",
  upload_url: "/storage/uploads/7m2xk9q4t0v8w3bz",
  file: "7m2xk9q4t0v8w3bz.webp",
  subject: "m",
  levels: ["h", "pb"],
  locations: ["th"],
  description: "Lucrăm pe subiecte din anii trecuți, cu explicații clare și teme corectate săptămânal.",
  latitude: 46.77,
  longitude: 23.59,
  price: 9000,
  session_minutes: 60,
  price_per_hour: 9000,
  currency: "RON",
  width: 1600,
  height: 1200,
  owner_id: ID,
  listing_id: ID,
  listing_title: "Pregătire pentru bacalaureat",
  warnings: [
    { field: "radius", code: "radius_out_of_range", message: "The radius is 200 km, the largest there is" },
  ],
  proves: "Licență în matematică",
  issuer: "Universitatea din București",
  document_date: "2010-07-01",
  checked_date: "2026-11-20",
  next: "MTc5NTE2NTIwMC43bTJ4azlxNHQwdjh3M2J6",
  previous: null,
  total: 214,
  alt: "Tabla cu un exercițiu rezolvat",
  package: "top7",
  "cf-turnstile-response": "0.Xb3v0nJq6uE5mQd1...",
  "Stripe-Signature": "t=1795165200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  "Tus-Resumable": "1.0.0",
  "Upload-Length": "482133",
  "Upload-Offset": "262144",
  "Upload-Metadata": `path ${btoa(`images/profile-pictures/${ID}.jpg`)},filetype ${btoa("image/jpeg")}`,
};

/** The moderation fields of a listing without objections. */
const UNDISPUTED = { state: "published", state_reason: null, state_note: "", proposed: null };

/** Example values that differ in one chapter, by field name. */
const IN_CHAPTER: Record<string, Values> = {
  listings: { path: `images/listings/${ID}/tabla.webp`, file: "tabla.webp", ...UNDISPUTED },
  enquiries: {
    with: "Ștefan Țepeș",
    state: "answered",
    text: "Bună ziua! Aveți un loc pentru un elev de clasa a VIII-a, joia după ora 16?",
    excerpt: "Bună ziua! Aveți un loc pentru un elev de clasa a VIII-a?",
    name: "Ioana",
    message: "Bună ziua! Aveți un loc pentru un elev de clasa a VIII-a, joia după ora 16?",
  },
  posts: {
    slug: "pregatire-pentru-bacalaureat",
    excerpt: "Trei întrebări de pus înainte de prima lecție.",
    body: "## Prima întrebare\n\nCe **note** are?",
    category_id: "exams",
    state: "published",
    publish_at: "2026-11-20T09:00:00.000Z",
    cover_alt: "O temă pe masă",
    path: `images/blog/${ID}/tema-pe-masa.webp`,
  },
  testimonials: {
    text: "Am găsit în două zile un profesor răbdător.",
    name: "Ioana P.",
    role: "mamă a doi copii, Cluj",
  },
  contact: {
    name: "Ioana Șerban",
    subject: "Adresa de e-mail",
    message: "Bună ziua! Cum se schimbă adresa de e-mail?",
  },
  orders: {
    state: "fulfilled",
    payment: "paid",
    amount: 1900,
    vat_amount: 330,
    refunds: [],
    checkout_session_id: "cs_test_a1b2c3",
    checkout_url: "https://checkout.stripe.com/c/pay/cs_test_a1b2c3",
  },
  moderation: {
    text: "Scoateți, vă rog, numărul de telefon din descriere.",
    path: `images/listings/${ID}/tabla.webp`,
    ...UNDISPUTED,
  },
  "follow-up": {
    queue: "listings_pending",
    what: "Pregătire pentru bacalaureat",
    who: "Ștefan Țepeș",
    about: "",
    name: "Ioana Șerban",
    key: `listings_pending:${ID}`,
    note: "Am sunat; trimite pozele joi.",
    due: "2026-11-26",
    outcome: null,
    snoozed_until: null,
    path: `/admin/listings/${ID}`,
  },
  site: { page: "home" },
};

/** The same for one call, by its operationId. */
const IN_CALL: Record<string, Values> = {
  // The answer itself has no name.
  getBuildsFilesJson: { "": ["/assets/entry-Dq3k2x9a.js"] },
  patchApiAdminUsersById: { disabled: true, reason: "Trimite mesaje nedorite." },
  patchApiEnquiriesById: { state: "won" },
  patchApiTestimonialsById: { state: "published" },
  postApiListingsByIdReports: { reason: "unsafe", text: "A cerut bani înainte de prima oră." },
  getImagesShareListingsByFile: { file: `${ID}.png` },
  getImagesShareBlogByFile: { file: `${ID}.png` },
  getDataListingsByFile: { ...UNDISPUTED, file: `${ID}.json` },
  getDataSettingsByFile: { file: "limits.json", value: { contact: { max: 20, window_s: 3600 } } },
  putDataSettingsByFile: { file: "limits.json", value: { contact: { max: 20, window_s: 3600 } } },
};

/** The values of a call's examples: what it calls by a name goes before what its chapter and all others do. */
export const getExampleValues = ({ operationId, tags }: Operation): Values => ({
  ...VALUES,
  ...IN_CHAPTER[tags[0] ?? ""],
  ...IN_CALL[operationId],
});
