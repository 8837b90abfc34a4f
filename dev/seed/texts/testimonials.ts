type TestimonialText = { locale: "en" | "ro"; role: string; text: string };

/** Testimonials of learners and parents, the newest first. They fit any author. */
export const LEARNER_TESTIMONIALS: readonly TestimonialText[] = [
  {
    locale: "ro",
    role: "părinte, Iași",
    text: "Am scris la trei profesori într-o seară și a doua zi aveam deja două răspunsuri. Am ales pe cineva de la două străzi distanță.",
  },
  {
    locale: "en",
    role: "parent, Timișoara",
    text: "We moved here from abroad and did not know any teachers. The site in English helped a lot, and so did seeing the price per hour before writing.",
  },
  {
    locale: "ro",
    role: "clasa a XII-a, Brașov",
    text: "Căutam pe cineva doar pentru subiectul al treilea la informatică. Am filtrat după nivel și am găsit în cinci minute.",
  },
  {
    locale: "ro",
    role: "părinte a doi copii, Cluj-Napoca",
    text: "Îmi place că nu mi-a cerut nimeni numărul de telefon ca să văd anunțurile. Ne-am înțeles prin mesaje, apoi am vorbit.",
  },
  {
    locale: "en",
    role: "university student, Bucharest",
    text: "I needed French for an Erasmus interview in two weeks. Online, in the evening, within my budget: three filters and I was done.",
  },
  {
    locale: "ro",
    role: "o familie din Sibiu",
    text: "Nepotul nostru a prins drag de chimie. Noi nu ne pricepem la calculator, dar scrisul mare și puținele butoane ne-au fost de ajuns.",
  },
];

/** The same by the teacher whose account is there to be tried. */
export const TEACHER_TESTIMONIALS: TestimonialText = {
  locale: "ro",
  role: "profesor de matematică, Cluj-Napoca",
  text: "Anunțul l-am scris într-o pauză. Elevii îmi scriu direct, iar din ce plătesc ei nu se oprește nimic. Aș mai vrea doar un calendar.",
};

/** Testimonials that wait for a decision. */
export const PENDING_TESTIMONIALS: readonly TestimonialText[] = [
  {
    locale: "ro",
    role: "părinte, Oradea",
    text: "Destul de bun, dar la noi în oraș sunt puțini profesori de latină. Poate mai vin și alții între timp.",
  },
  {
    locale: "en",
    role: "",
    text: "I found a piano teacher for my daughter near our school. Clear pages, no ads, and no unwanted calls afterward.",
  },
];

/** Another one that waits. */
export const LATE_TESTIMONIAL: TestimonialText = {
  locale: "ro",
  role: "părinte, Târgu Mureș",
  text: "Am apreciat că am văzut de la început prețul pe oră și că profesoara ne-a răspuns în aceeași zi.",
};

type Letter = { hoursAgo: number; locale: "en" | "ro"; subject: string; message: string };

/** Messages from a user, a parent (in English) and a school; one waits longer than it should. */
export const CONTACT_MESSAGES: readonly [Letter, Letter, Letter] = [
  {
    hoursAgo: 4,
    locale: "ro",
    subject: "Schimbarea limbii în mesaje",
    message:
      "Bună ziua,\n\nprimesc mesajele în română, iar pagina o folosesc în engleză. De unde pot alege limba mesajelor?\n\nMulțumesc!",
  },
  {
    hoursAgo: 21,
    locale: "en",
    subject: "How do I choose a teacher for a child with dyslexia?",
    message:
      "Good evening,\n\nmy son is in the third grade and has dyslexia. Is there a way to find teachers who have worked with such children, or is it better to ask in a message?",
  },
  {
    hoursAgo: 55,
    locale: "ro",
    subject: "Afiș pentru avizierul școlii",
    message:
      "Bună ziua,\n\nsuntem o școală gimnazială și am dori să punem la avizier un afiș despre site, pentru părinții care ne tot întreabă de meditații. Aveți un material gata făcut?",
  },
];
