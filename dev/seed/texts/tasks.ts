/** Reports of listings and of a conversation; the first two are about safety. */
export const REPORTS = [
  {
    reason: "unsafe",
    isAboutConversation: false,
    hoursAgo: 9,
    text: "La prima lecție nu m-a lăsat să stau în cameră, deși fiica mea are 11 ani, și a încuiat ușa. Nu ne mai întoarcem, dar alți părinți trebuie să știe.",
  },
  {
    reason: "unsafe",
    isAboutConversation: true,
    hoursAgo: 3,
    text: "Îi scrie băiatului meu de 14 ani seara târziu, îi cere poze și îl roagă să nu ne spună nouă.",
  },
  {
    reason: "wrong_data",
    isAboutConversation: false,
    hoursAgo: 46,
    text: "Prețul din anunț nu este cel adevărat: la mesaj mi s-a răspuns că ședința costă dublu.",
  },
  {
    reason: "spam",
    isAboutConversation: false,
    hoursAgo: 28,
    text: "Același text apare și pe alte site-uri, cu alt nume.",
  },
] as const;

/** Changes of published listings: one to approve, one to reject. A rewritten text replaces the whole description. */
export const REVISIONS = [
  {
    hoursAgo: 33,
    holdRule: "rewritten",
    text: "Din ianuarie predau altfel: după prima întâlnire, elevul primește o listă scurtă cu ce stăpânește și ce îi lipsește, apoi exersăm numai ce lipsește. Părinții văd progresul în fiecare lună, printr-un test de douăzeci de minute. Sâmbăta dimineața sunt libere două locuri; celelalte zile s-au ocupat până în vară. Materialele le aduc eu, iar tema nu depășește o jumătate de oră.",
  },
  {
    hoursAgo: 27,
    holdRule: "phone",
    text: "Pentru programări mai rapide, scrieți-mi pe WhatsApp la 0712 001 188.",
  },
] as const;

/** A message of a teacher who paid for the order `{order}`. */
export const WITHDRAWAL_MESSAGE = {
  hoursAgo: 31,
  subject: "Retragere din contract",
  message:
    "Bună ziua,\n\nam plătit acum câteva zile o promovare (comanda {order}), dar între timp mi s-au ocupat toate orele. Vreau să mă retrag din contract. Ce sumă primesc înapoi și când?\n\nMulțumesc!",
} as const;

/** A mail to an address that does not exist. */
export const UNDELIVERED_MAIL = {
  subject: "{teacher} v-a răspuns",
  error: "BOUNCED",
} as const;
