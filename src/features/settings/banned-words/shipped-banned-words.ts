/**
 * Words and phrases that a person should look at before readers see them, as shipped: abuse, what is no offer of
 * lessons, and ways around the site. Case and marks do not count. The settings document `settings/banned-words`
 * replaces them.
 */
export const SHIPPED_BANNED_WORDS: readonly string[] = [
  // Abuse, in the languages that listings are written in.
  "pula",
  "pizda",
  "muie",
  "futut",
  "jidan",
  "jidani",
  "bozgor",
  "bozgori",
  "handicapat",
  "handicapați",
  "retardat",
  "retardați",
  "fuck",
  "fucking",
  "bitch",
  "whore",
  "slut",
  "nigger",
  // What is sold here besides lessons elsewhere.
  "escortă",
  "escorte",
  "escort",
  "masaj erotic",
  "videochat",
  "onlyfans",
  "porno",
  "viagra",
  "cocaină",
  "cazino",
  "pariuri",
  "credite rapide",
  "împrumuturi rapide",
  "câștig garantat",
  "criptomonede",
  "bitcoin",
  "forex",
  // Fraud with exams and papers.
  "diplome false",
  "diplomă falsă",
  "diplomă fără examen",
  "licență la comandă",
  "lucrări de licență la comandă",
  "disertație la comandă",
  "disertații la comandă",
  "scriu licențe",
  "susțin examene în locul",
  // Ways around the enquiry form.
  "whatsapp",
  "telegram",
  "viber",
];
