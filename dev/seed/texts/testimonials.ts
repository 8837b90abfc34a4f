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

type Letter = { hoursAgo: number; subject: string; message: string };

/** Messages from a user, a parent and a school; one waits longer than it should. */
export const CONTACT_MESSAGES: readonly [Letter, Letter, Letter] = [
  {
    hoursAgo: 4,
    subject: "Schimbarea limbii în mesaje",
    message:
      "Bună ziua,\n\nprimesc mesajele în română, iar pagina o folosesc în engleză. De unde pot alege limba mesajelor?\n\nMulțumesc!",
  },
  {
    hoursAgo: 21,
    subject: "Cum aleg un profesor pentru un copil cu dislexie?",
    message:
      "Bună seara,\n\nbăiatul meu este în clasa a III-a și are dislexie. Există o cale de a găsi profesori care au mai lucrat cu astfel de copii, sau este mai bine să întreb în mesaj?",
  },
  {
    hoursAgo: 55,
    subject: "Afiș pentru avizierul școlii",
    message:
      "Bună ziua,\n\nsuntem o școală gimnazială și am dori să punem la avizier un afiș despre site, pentru părinții care ne tot întreabă de meditații. Aveți un material gata făcut?",
  },
];
